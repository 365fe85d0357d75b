import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AttachmentClient, type Part } from '../support/attachments.ts';
import { picture, sampleFiles, type Sample } from '../support/sample-files.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: AttachmentClient;

beforeAll(async () => {
  service = await startTestService();
  client = new AttachmentClient(service);
  await client.open();
});
afterAll(() => service.dispose());

const noId = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('GET /api/cards/:id/attachments/:attachmentId?size=', () => {
  test.each<[string, (sample: Sample) => boolean]>([
    ['PNG', ({ filename }) => filename === 'picture.png'],
    ['JPEG', ({ filename }) => filename === 'picture.jpg'],
    ['GIF', ({ filename }) => filename === 'picture.gif'],
    ['WebP', ({ filename }) => filename === 'picture.webp'],
    ['BMP', ({ filename }) => filename === 'picture.bmp'],
  ])('a thumbnail of %s', async (_, matches) => {
    const { id } = await client.newCard();
    const sample = (await sampleFiles()).find(matches) as Sample;
    const [attachment] = await client.attach(id, ['file', sample.content, sample.filename]);
    const { status, headers, bytes } = await client.download(`${attachment?.url}?size=64`);
    expect([status, headers.get('Content-Type'), headers.get('Content-Security-Policy')]).toEqual([200, 'image/webp', 'sandbox']);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([40, 20]);
    // Orange on the left, teal on the right.
    expect(data[0]).toBeGreaterThan(200);
    expect(data[info.channels * 39]).toBeLessThan(60);
    expect(await client.unless(headers.get('ETag'), `${attachment?.url}?size=64`)).toMatchObject({ status: 304, text: '' });
  });

  test('it fits into the square', async () => {
    const { id } = await client.newCard();
    const [attachment] = await client.attach(id, ['file', await picture(800, 400).png().toBuffer(), 'large.png']);
    for (const size of [64, 128, 256, 512]) {
      const { bytes } = await client.download(`${attachment?.url}?size=${size}`);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: size, height: size / 2 });
    }
  });

  test.each(['65', '0', '-64', 'large', ''])('400 for the size "%s"', async (size) => {
    const answer = await service.request('GET', `/api/cards/${noId}/attachments/${noId}?size=${size}`);
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: 'size' }]]);
  });

  test('415 for SVG, for what is no image, and for an image that is damaged', async () => {
    const { id } = await client.newCard();
    const samples = (await sampleFiles()).filter(({ filename }) => ['picture.svg', 'letter.pdf'].includes(filename));
    const png = await picture(200, 200).png().toBuffer();
    const parts: Part[] = [
      ...samples.map(({ filename, content }): Part => ['file', content, filename]),
      ['file', png.subarray(0, 60), 'half.png'],
    ];
    for (const { url } of await client.attach(id, ...parts)) {
      const answer = await service.request('GET', `${url}?size=64`);
      expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
    }
  });

  test('many at once, each made once', async () => {
    const { id } = await client.newCard();
    const [attachment] = await client.attach(id, ['file', await picture(2000, 1500).jpeg().toBuffer(), 'large.jpg']);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => client.download(`${attachment?.url}?size=${[64, 128, 256, 512][index % 4]}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
