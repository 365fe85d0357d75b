// An embedding model that does as it is told: words that mean the same are the same to it. And made notes with questions about them.

import type { Script } from './provider.ts';

const sameMeaning = [
  'car automobile vehicle',
  'doctor physician',
  'dentist teeth tooth',
  'flat apartment home',
  'money cash salary wage pay earn',
  'holiday vacation trip travel journey',
  'buy purchase shop bought',
  'child kid daughter son',
  'cook recipe bake dish',
  'bike bicycle cycling',
  'garden plant plants seed sow',
  'broken repair fix mend defect',
  'password code pin secret',
  'meeting appointment discussion',
  'film movie cinema',
  'book novel read author',
  'dog puppy',
  'cat kitten',
  'wedding marriage marry',
  'birthday born',
  'insurance policy insured',
  'tax taxes revenue',
  'warm heating heat boiler',
  'internet router network wifi',
  'sick ill illness medicine',
  'run running jog marathon',
  'shoe shoes boots',
  'wine drink bottle',
  'train railway',
  'plane flight airport',
];

const canonical = new Map(sameMeaning.flatMap((line) => line.split(' ').map((word) => [word, line] as const)));
const empty = new Set(
  'the a an to of in on at for my i we is are was it and do did does what when where who how which with by our me'.split(' '),
);
const dimensions = 1_024;

const places = new Map<string, number>();

/** Each meaning its own, until there are too many. */
function place(word: string): number {
  const found = places.get(word) ?? places.size % dimensions;
  places.set(word, found);
  return found;
}

/** The vector of a text. */
export function vectorOf(text: string): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    if (empty.has(word)) continue;
    const at = place(canonical.get(word) ?? word);
    vector[at] = (vector[at] ?? 0) + (canonical.has(word) ? 3 : 1);
  }
  return vector;
}

/** Answers requests for embeddings; what else is asked, `other` answers. */
export const meaning =
  (other: Script): Script =>
  (res, asked) => {
    if (!asked.url.endsWith('/embeddings')) return other(res, asked);
    const data = (asked.body.input as string[]).map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ object: 'list', data, model: 'm' }));
    return undefined;
  };

/** A note and a question that it answers: the first half by its very words, the second in others. */
export const askedNotes: readonly (readonly [title: string, content: string, question: string])[] = [
  ['Lease', 'The landlord is Mr. Okafor, deposit 1,800 euros.', 'How much deposit did the landlord take?'],
  ['Kiln', 'Glaze fires at 1,240 degrees, bisque at 950.', 'At which degrees do I fire the bisque in the kiln?'],
  ['Choir', 'Rehearsal on Wednesdays in the chapel, bring the Fauré score.', 'When is the choir rehearsal?'],
  ['Aquarium', 'Change a third of the water every fortnight. Nitrate below 25.', 'What nitrate value should the aquarium have?'],
  ['Sourdough', 'Starter fed 1:5:5, proof nine hours at 21 degrees.', 'How long must the sourdough proof?'],
  ['Telescope', 'Collimate with the laser; the 25 mm eyepiece is for nebulae.', 'Which eyepiece do I use for nebulae?'],
  ['Beehive', 'Treated against varroa with oxalic acid in December.', 'When were the bees treated against varroa?'],
  ['Violin', 'Bow rehaired by Lindqvist, rosin Bernardel.', 'Who rehaired the bow of my violin?'],
  ['Allotment', 'Plot 17, gate key with Ms. Brandt.', 'Who keeps the gate key of the allotment?'],
  ['Printer', 'Cartridge 304XL, driver 4.2 crashes on duplex.', 'Which cartridge takes the printer?'],
  ['Sailing', 'Berth C12, mooring fee due in April.', 'When is the mooring fee due?'],
  ['Passport', 'Renewed 2024, expires 2034, number ends in 881.', 'When does my passport expire?'],
  ['Vaccinations', 'Tetanus booster given in 2021, next in 2031.', 'When is the next tetanus booster?'],
  ['Chess', 'Lost with the Caro-Kann against Weber; try the advance variation.', 'Against whom did I lose with the Caro-Kann?'],
  ['Loft', 'Insulated with 240 mm of cellulose.', 'How is the loft insulated?'],
  ['Espresso', 'Grinder at 3.5, eighteen grams in, thirty-six out.', 'What is the setting of the grinder for espresso?'],
  ['Scouts', 'Camp in Bärenfels, packing list from Jonas.', 'Where is the camp of the scouts?'],
  ['Thesis', 'Chapter three argues against Habermas on publicity.', 'What does chapter three of the thesis argue?'],
  ['Solar roof', 'Inverter Fronius, 9.2 kilowatts peak.', 'Which inverter has the solar roof?'],
  ['Orchid', 'Repot after flowering, bark not soil.', 'When should I repot the orchid?'],
  ['Golf', 'Our automobile goes to the garage in March, tyres at Kowalski.', 'Where does the vehicle get its tires?'],
  ['Dr. Weiss', 'The physician wants a blood test before Easter.', 'What did my doctor ask for?'],
  ['Check-up', 'Teeth cleaned, crown upper left cracked.', 'Which dentist finding was there?'],
  ['Lindenstrasse 4', 'The apartment has a cellar and no lift.', 'Does our flat have an elevator?'],
  ['Contract', 'Monthly wage 3,900, raise agreed for July.', 'How much salary do I earn?'],
  ['Lofoten', 'Two weeks of vacation with ferry and tent.', 'Where was the holiday with camping?'],
  ['Mira', 'The kid starts school in August, wants a red satchel.', 'What does my daughter want?'],
  ['Lasagne', 'A dish with béchamel, oven 45 minutes.', 'How do I bake pasta?'],
  ['Old Peugeot', 'The bicycle needs a new chain and a saddle.', 'What is missing on my bike?'],
  ['Balcony', 'Sow tomatoes indoors from February.', 'When do I plant vegetables in the garden?'],
  ['Dishwasher', 'Pump defect, technician ordered.', 'What is broken in the kitchen and who can repair it?'],
  ['Alarm', 'The pin of the front door system is with Ada.', 'Who knows the secret code?'],
  ['Tarkovsky', 'Stalker at the Metropolis, a slow movie in three parts.', 'Which film did I see at the cinema?'],
  ['Le Guin', 'Finished the novel about Anarres; ambiguous utopia.', 'Which book did I read?'],
  ['Bello', 'The puppy is afraid of thunder.', 'What frightens our dog?'],
  ['Ana and Tom', 'Marriage at the registry on the 14th of June.', 'On which day is the wedding?'],
  ['Household contents', 'Policy number HK-20931 covers water damage.', 'What is insured?'],
  ['Radiators', 'The boiler was bled, pressure 1.4 bar.', 'What about the heating?'],
  ['Fritz box', 'The router stands in the hall, channel 11.', 'Where is the wifi device?'],
  ['Lanzarote', 'The flight leaves from Terminal 2 at six.', 'From where does the plane go?'],
];

const subjects = ['Budget', 'Ideas', 'Minutes', 'Sketch', 'Draft', 'List', 'Review', 'Plan'];
const districts = ['north', 'harbour', 'office', 'studio', 'square', 'valley', 'tower', 'island', 'bridge', 'market'];
const things = ['lamps', 'tables', 'maps', 'stones', 'ropes', 'pictures', 'boxes', 'colours', 'numbers', 'letters', 'sounds'];

/** 200 notes: those that are asked about, and others. */
export function madeNotes(): { readonly title: string; readonly content: string }[] {
  const others = Array.from({ length: 200 - askedNotes.length }, (_, index) => ({
    title: `${subjects[index % subjects.length] ?? ''} ${index}`,
    content: `About the ${districts[index % districts.length] ?? ''}: ${things[index % things.length] ?? ''} and ${
      things[(index * 7 + 3) % things.length] ?? ''
    }, number ${index * 13}. When it is done, it takes ${index} days; who is asked comes in the end.`,
  }));
  return [...others, ...askedNotes.map(([title, content]) => ({ title, content }))];
}
