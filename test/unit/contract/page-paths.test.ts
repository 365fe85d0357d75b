import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boardPath, projectOf } from '../../../main/contract/page-paths.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { runs } from '../../support/property.ts';

describe('the address of a board', () => {
  it.each([
    ['website', '/boards/website'],
    ['Relaunch v1.0', '/boards/Relaunch+v1~2e~0'],
    ['a/b\\c?d#e%2F', '/boards/a~2f~b~5c~c~3f~d~23~e~25~2F'],
    ['Größe ~ +', '/boards/Größe+~7e~+~2b~'],
  ])('of %j is %s', (project, path) => {
    expect(boardPath(project)).toBe(path);
  });

  it('leads back to any name, and has nothing in it that an address could be torn apart at', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, minLength: 1, maxLength: 50 }).filter((text) => text.isWellFormed()),
        (project) => {
          const slug = boardPath(project).slice('/boards/'.length);
          expect(projectOf(slug)).toBe(project);
          expect(projectOf(decodeURIComponent(encodeURI(slug)))).toBe(project);
          expect(slug).not.toMatch(/[./\\?#%\s]/);
        },
      ),
      runs(100, 7),
    );
  });
});
