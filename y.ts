import { frontMatterEdits, frontMatterMentions, loadYaml } from './main/features/relations/front-matter.ts';
import { parseDocument } from 'yaml';
await loadYaml();
const bits = ['[[', ']]', '[', ']', '"', "'", '\\', '|', '#', ': ', ':', '\n', '\n  ', '- ', 'a', 'Old', '[[Old]]','[[Old]]','[[Old]]', '&x ', '!t ', '{', '}', ',', '>', '>-\n ', '|\n ', '? ', '---', '%', '\t', 'é', '\\u0041', '\\x4', 'daybook://note/1', 'tags: ', '<<: '];
let links = 0, max = 0, valid = 0;
const end = Date.now() + 30000;
let rounds = 0;
while (Date.now() < end) {
  rounds++;
  let text = Math.random() < 0.5 ? 'a: ' : 'a: "';
  const n = Math.random() * 20 | 0;
  for (let i = 0; i < n; i++) text += bits[Math.random() * bits.length | 0];
  const found = frontMatterMentions(text)!;
  if (found.links.length === 0) continue;
  for (const { kind, from, to } of found.links) { links++; const s = text.slice(from, to); if (kind === 'title' ? !(s.startsWith('[[') && s.endsWith(']]')) : !/^daybook:/i.test(s)) throw new Error(JSON.stringify([text, s])); }
  const edits = frontMatterEdits(text, ({ target }) => (target === 'Old' ? 'It\'s "n": #x' : null));
  let out = text; let last = text.length;
  for (const e of [...edits].reverse()) { if (e.to > last || e.from > e.to) throw new Error('overlap ' + JSON.stringify([text, edits])); last = e.from; out = out.slice(0, e.from) + e.text + out.slice(e.to); }
  const after = frontMatterMentions(out)!;
  const opt = { schema: 'failsafe', strict: false, uniqueKeys: false, logLevel: 'silent', prettyErrors: false } as const;
  const ok = parseDocument(text, opt).errors.length === 0;
  if (ok) valid++;
  const olds = found.links.filter((l) => l.kind === 'title' && l.target === 'Old').length;
  const others = (m: typeof found, not: string) => JSON.stringify(m.links.map((l) => l.kind === 'record' ? l.id : l.target).filter((t) => t !== not));
  const news = after.links.filter((l) => l.kind === 'title' && l.target === 'It\'s "n": #x').length;
  const bad = news !== olds || others(found, 'Old') !== others(after, 'It\'s "n": #x') || (ok && parseDocument(out, opt).errors.length > 0);
  if (bad) { max++; if (max < 12 || (ok && max < 100)) console.log(ok, JSON.stringify([text, out, olds, news])); }
}
console.log(rounds, links, valid, max);
