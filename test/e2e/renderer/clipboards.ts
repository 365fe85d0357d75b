// What programs put on the clipboard, written by hand in the shape that they have, and the markdown that a paste of it gives.

export interface Clipboard {
  readonly of: string;
  readonly html: string;
  /** `text/plain`; what the HTML says, where it is absent. */
  readonly text?: string;
  readonly markdown: string;
}

const word = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/ada/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!--
 p.MsoNormal, li.MsoNormal {margin:0cm; font-size:11.0pt; font-family:"Calibri",sans-serif;}
 @list l0:level1 {mso-level-number-format:bullet; mso-level-text:\\F0B7;}
--></style></head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'>
<!--StartFragment-->
<p class=MsoTitle>Report<o:p></o:p></p>
<h1 style='margin-top:12.0pt'><b><span style='mso-fareast-font-family:"Times New Roman"'>Findings<o:p></o:p></span></b></h1>
<p class=MsoNormal>Some of it is <b style='mso-bidi-font-weight:normal'>bold</b>, some <i style='mso-bidi-font-style:
normal'>soft</i>, some <s>gone</s>,<span style='mso-spacerun:yes'>  </span>and there is <a
href="https://example.org/a">a link</a> and a note.<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"
title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span
class=MsoFootnoteReference>[1]</span><![endif]></span></span></a><o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>·<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>First<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Below it<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
</span></span></span><![endif]>Second<o:p></o:p></p>
<p class=MsoNormal>Then:<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span
style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>One<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span
style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Two<o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  <td width=100 valign=top style='width:100pt'><p class=MsoNormal><b>Who<o:p></o:p></b></p></td>
  <td width=100 valign=top style='width:100pt'><p class=MsoNormal><b>What<o:p></o:p></b></p></td>
 </tr>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'>
  <td width=100 valign=top><p class=MsoNormal>Ada<o:p></o:p></p></td>
  <td width=100 valign=top><p class=MsoNormal>Tea<o:p></o:p></p><p class=MsoNormal>Milk<o:p></o:p></p></td>
 </tr>
</table>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>
<div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1"
name="_ftn1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span
class=MsoFootnoteReference>[1]</span><![endif]></span></span></a> Said by Mira.<o:p></o:p></p></div></div>
<!--EndFragment-->
</body></html>`;

const wordItem = (sign: string, text: string, level = 1, margin = ''): string =>
  `<p class=MsoListParagraphCxSpMiddle style='${margin}text-indent:-18.0pt;mso-list:l2 level${level} lfo1'><![if !supportLists]><span lang=PL><span
style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span
lang=PL>${text}<o:p></o:p></span></p>`;
const wordLine = (text: string, margin = ''): string =>
  `<p class=MsoListParagraphCxSpMiddle style='${margin}mso-add-space:auto'><span lang=PL>${text}<o:p></o:p></span></p>`;
const wordMargin = 'margin-left:72.0pt;';

/** Lists whose items hold paragraphs, at the margin of their item. */
const wordLists = `${wordLine('Before.')}${wordItem('1.', 'Unpack')}${wordLine('Mind the glass.')}${wordItem('2.', 'Assemble')}
${wordItem('a.', 'Legs', 2, wordMargin)}${wordLine('All four.', wordMargin)}
${wordItem('b.', 'Top', 2, wordMargin)}${wordLine('Ask for help.')}${wordItem('3.', 'Enjoy')}<p class=MsoNormal>End.</p>`;

const wordOnline = `<div class="OutlineElement Ltr SCXW1 BCX8"><p class="Paragraph SCXW1" paraid="1" style="font-weight: normal;"><span
data-contrast="auto" class="TextRun SCXW1" style="font-weight: bold;"><span class="NormalTextRun SCXW1">Online</span></span><span
class="TextRun SCXW1"><span class="NormalTextRun"> text</span></span><span class="EOP SCXW1" data-ccp-props="{}">&nbsp;</span></p></div>
<div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle1 SCXW1" role="list"><li data-leveltext="" data-listid="1"
data-aria-level="1" role="listitem" class="OutlineElement"><p class="Paragraph"><span class="TextRun"><span>Top</span></span><span
class="EOP">&nbsp;</span></p></li></ul></div>
<div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle2 SCXW1" role="list"><li data-leveltext="o" data-listid="1"
data-aria-level="2" role="listitem" class="OutlineElement"><p class="Paragraph"><span class="TextRun"><span>Below</span></span><span
class="EOP">&nbsp;</span></p></li></ul></div>`;

const docsSpan = (text: string, style = 'font-weight:400;font-style:normal;text-decoration:none'): string =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;${style};vertical-align:baseline;white-space:pre;white-space:pre-wrap;">${text}</span>`;
const docsItem = (text: string, level: number, more = ''): string =>
  `<li dir="ltr" style="list-style-type:disc;font-weight:400;white-space:pre" aria-level="${level}" ${more}><p dir="ltr" style="line-height:1.38" role="presentation">${docsSpan(text)}</p></li>`;

const googleDocs = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5a1f0c3e-7fff-1a2b-3c4d-000000000000">
<h1 dir="ltr" style="line-height:1.38;margin-top:20pt">${docsSpan('Trip', 'font-weight:700;font-style:normal')}</h1>
<p dir="ltr" style="line-height:1.38">${docsSpan('We go ')}${docsSpan('early', 'font-weight:700;font-style:normal')}${docsSpan(', ')}${docsSpan('softly', 'font-weight:400;font-style:italic')}${docsSpan(' and ')}${docsSpan('not late', 'font-weight:400;text-decoration:line-through')}${docsSpan('; see ')}<a href="https://example.org/map" style="text-decoration:none;">${docsSpan('the map', 'color:#1155cc;text-decoration:underline')}</a>${docsSpan('.')}</p><br />
<ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${docsItem('Tent', 1)}<ul style="margin-top:0">${docsItem('Pegs', 2)}</ul>${docsItem('Stove', 1)}</ul>
<ul style="padding-inline-start:28px">${docsItem('Booked', 1, 'role="checkbox" aria-checked="true"')}${docsItem('Packed', 1, 'role="checkbox" aria-checked="false"')}</ul>
<p dir="ltr">${docsSpan('')}<span style="border:none;display:inline-block;overflow:hidden;width:60px;height:40px"><img src="https://lh7.example.com/docsz/abc" width="60" height="40" alt="Lake" /></span></p>
<div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="100" /><col width="100" /></colgroup><tbody><tr style="height:0pt"><td style="border:solid 1pt"><p dir="ltr">${docsSpan('Day', 'font-weight:700')}</p></td><td><p dir="ltr">${docsSpan('Place', 'font-weight:700')}</p></td></tr><tr><td><p dir="ltr">${docsSpan('1')}</p></td><td><p dir="ltr">${docsSpan('Pier')}</p></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`;

const sheets = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;font-family:Arial;width:0px;border-collapse:collapse;border:none" data-sheets-root="1" data-sheets-baot="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px;vertical-align:bottom;font-weight:bold;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;Item&quot;}">Item</td><td style="font-weight:bold;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;Cost&quot;}">Cost</td></tr><tr style="height:21px;"><td data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;Tea | milk&quot;}">Tea | milk</td><td style="text-align:right;" data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:4.5}" data-sheets-numberformat="{&quot;1&quot;:2}">4.50</td></tr><tr><td data-sheets-value="{}">Two<br/>lines</td><td></td></tr></tbody></table>`;

const excel = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta name=ProgId content=Excel.Sheet><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {font-weight:700;} --></style></head>
<body link="#0563C1" vlink="#954F72">
<table border=0 cellpadding=0 cellspacing=0 width=128 style='border-collapse:collapse;width:96pt'>
<!--StartFragment-->
 <col width=64 span=2 style='width:48pt'>
 <tr height=20 style='height:15.0pt'>
  <td height=20 class=xl65 width=64 style='height:15.0pt;width:48pt'>Name</td>
  <td class=xl65 width=64 style='width:48pt'>Sum</td>
 </tr>
 <tr height=20 style='height:15.0pt'>
  <td height=20 style='height:15.0pt'>Ada</td>
  <td align=right x:num="12">12</td>
 </tr>
<!--EndFragment-->
</table>
</body></html>`;

const excelCell = excel.replace(
  / <col [\s\S]*<!--EndF/,
  ` <col width=64 style='width:48pt'>
 <tr height=20 style='height:15.0pt'>
  <td height=20 width=64 style='height:15.0pt;width:48pt'>Only <b>one</b></td>
 </tr>
<!--EndF`,
);

const chromeStyle =
  'color: rgb(31, 35, 40); font-family: sans-serif; font-size: 16px; font-style: normal; font-variant-ligatures: normal; font-weight: 400; letter-spacing: normal; text-align: start; text-transform: none; white-space: normal; background-color: rgb(255, 255, 255); text-decoration-style: initial; display: inline !important; float: none;';

const chrome = `<meta charset='utf-8'><h2 style="box-sizing: border-box; font-weight: 600; ${chromeStyle.replace('font-weight: 400; ', '')}">Install</h2><p style="${chromeStyle.replace('display: inline !important; ', '')}">Run <code style="font-family: monospace; font-size: 13.6px;">npm ci</code><span style="${chromeStyle}"><span>&nbsp;</span>and<span>&nbsp;</span></span><strong style="box-sizing: border-box; font-weight: 600;">wait</strong>. <em style="font-style: italic">Then</em> read <a href="https://example.org/docs" style="color: rgb(9, 105, 218);">the docs</a>.</p><div class="highlight highlight-source-js" style="display: flex"><pre style="font-weight: 400;"><span class="pl-k">let</span> a <span class="pl-c1">=</span> 1;
if (a) b();</pre></div><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" checked disabled> done</li><li class="task-list-item"><input type="checkbox" disabled> open</li></ul><table><thead><tr><th align="left">A</th><th align="right">B</th></tr></thead><tbody><tr><td align="left">1</td><td align="right">2</td></tr></tbody></table><br class="Apple-interchange-newline">`;

const firefox = `<h3>News</h3>
<p>It <b>rained</b> on
  <a href="https://example.org/monday">Monday</a>,<br>
  and <i>snowed</i> later.</p>
<ol start="3">
  <li>third</li>
  <li>fourth
    <ul><li>inner</li></ul>
  </li>
</ol>
<blockquote>Plans are <del>all</del> nothing.</blockquote>
<img src="https://example.org/cat.jpg" alt="A cat" width="10">
<hr>
<p>End</p>`;

const obsidian = `<h2 data-heading="Ideas" dir="auto">Ideas</h2>
<p dir="auto">See <a data-href="Other note" href="Other%20note" class="internal-link" target="_blank" rel="noopener nofollow">Other note</a>, <a data-href="Long title" href="Long%20title" class="internal-link">this</a> and <a href="#plan/next" class="tag" target="_blank" rel="noopener nofollow">#plan/next</a>; <mark>marked</mark>.</p>
<ul class="contains-task-list has-list-bullet"><li data-line="0" data-task="x" class="task-list-item is-checked" dir="auto"><input class="task-list-item-checkbox" type="checkbox" data-line="0" checked>done</li><li data-line="1" data-task="" class="task-list-item" dir="auto"><input class="task-list-item-checkbox" type="checkbox" data-line="1">open</li></ul>
<div data-callout-metadata="" data-callout-fold="" data-callout="tip" class="callout"><div class="callout-title" dir="auto"><div class="callout-icon"><svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><path d="M8 14"></path></svg></div><div class="callout-title-inner">Hint</div></div><div class="callout-content"><p dir="auto">Small tools last.</p></div></div>`;

const appleNotes = `<meta charset="UTF-8"><div style="caret-color: rgb(0, 0, 0); font-family: Helvetica;"><b><span style="font-size: 24px">Shopping</span></b></div><div style="font-family: Helvetica;"><br></div><div>For <b>Sunday</b>:<span class="Apple-converted-space">&nbsp;</span>all of it</div><ul class="Apple-dash-list"><li>Bread</li><li>Olives</li></ul><div><object><table cellspacing="0" cellpadding="0" style="border-collapse: collapse;"><tbody><tr><td valign="top" style="border-style: solid;"><div><b>Who</b></div></td><td><div><b>When</b></div></td></tr><tr><td><div>Ada</div></td><td><div>Two</div></td></tr></tbody></table></object><br></div><div>End</div>`;

const notion = `<meta charset='utf-8'><!-- notionvc: 0f1c2d3e-0000-0000-0000-000000000000 --><h1>Plan</h1>
<p>A <strong>bold</strong> word and <code>code</code>.</p>
<ul>
<li>[ ]  open</li>
<li>[x]  done</li>
</ul>
<ul>
<li>
<p>item</p>
<ul>
<li>below</li>
</ul>
</li>
</ul>
<pre><code class="language-typescript">const a = 1;
</code></pre>
<blockquote>
<p>said</p>
</blockquote>`;

const confluence = `<meta charset='utf-8'><div class="ak-editor-panel" data-panel-type="warning" data-prosemirror-node-name="panel" data-pm-slice="0 0 []"><div class="ak-editor-panel__icon" contenteditable="false"><span role="img" aria-label="Warning"></span></div><div class="ak-editor-panel__content"><p data-prosemirror-content-type="node">Mind the <strong>gap</strong></p></div></div><div data-node-type="actionList" data-task-list-local-id="1" style="list-style: none; padding-left: 0"><div data-task-local-id="2" data-task-state="TODO">Do it</div><div data-node-type="actionList" data-task-list-local-id="3"><div data-task-local-id="4" data-task-state="DONE">Did it</div></div></div><pre class="code-block" data-language="java"><code data-language="java">int a;

int b;
</code></pre>`;

const katex = `<span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">E=mc^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span class="mord mathnormal" style="font-style: italic">E</span><span class="mrel">=</span></span><span class="base"><span class="mord mathnormal" style="font-style: italic">m</span><span class="mord"><span class="mord mathnormal">c</span><span class="msupsub"><span class="vlist"><span class="mord mtight">2</span></span><span class="vlist-s">\u200B</span></span></span></span></span></span>`;

/** As browsers copy it, and what it says. */
const mathml = `<math xmlns="http://www.w3.org/1998/Math/MathML"><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mfrac><mrow><mi>sin</mi><mo>\u2061</mo><mi>α</mi></mrow><msqrt><mn>12</mn><mo>−</mo><mi>x</mi></msqrt></mfrac><mo>∈</mo><mi mathvariant="double-struck">R</mi><mrow><mo fence="true">(</mo><mover><mi>v</mi><mo>→</mo></mover><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mtext>if b</mtext></mtd></mtr></mtable><mo fence="true"></mo></mrow></math>`;
const tex = String.raw`∑_{i=1}^n\frac{\sin α}{\sqrt{12-x}}∈\mathbb{R}\left( \vec{v}\begin{matrix} 1 & \text{if b} \end{matrix}\right.`;

export const clipboards: readonly Clipboard[] = [
  {
    of: 'Word',
    html: word,
    markdown: `# Report

# Findings

Some of it is **bold**, some *soft*, some ~~gone~~, and there is [a link](https://example.org/a) and a note.[^1]

- First
  - Below it
- Second

Then:

1. One
2. Two

| Who | What |
| --- | --- |
| Ada | Tea<br>Milk |

[^1]: Said by Mira.
`,
  },
  {
    of: 'Word, with paragraphs in its lists',
    html: wordLists,
    markdown: `Before.

1. Unpack

   Mind the glass.

2. Assemble

   1. Legs

      All four.

   2. Top

   Ask for help.

3. Enjoy

End.
`,
  },
  {
    of: 'Word in a browser',
    html: wordOnline,
    markdown: `**Online** text

- Top
  - Below
`,
  },
  {
    of: 'Google Docs',
    html: googleDocs,
    markdown: `# Trip

We go **early**, *softly* and ~~not late~~; see [the map](https://example.org/map).

- Tent
  - Pegs
- Stove

* [x] Booked
* [ ] Packed

![Lake](https://lh7.example.com/docsz/abc)

| Day | Place |
| --- | --- |
| 1 | Pier |
`,
  },
  {
    of: 'a part of a list of Google Docs',
    html: `<b style="font-weight:normal;" id="docs-internal-guid-1"><ul><ul><ul>${docsItem('Pegs', 3)}</ul>${docsItem('Tent', 2)}</ul>${docsItem('Gear', 1)}<ul><ul>${docsItem('Pan', 3)}</ul>${docsItem('Stove', 2)}</ul></ul></b>`,
    markdown: `- Pegs
- Tent
- Gear
  - Pan
  - Stove
`,
  },
  {
    of: 'Google Sheets',
    html: sheets,
    text: 'Item\tCost\nTea | milk\t4.50\n"Two\nlines"\t',
    markdown: `| Item | Cost |
| --- | --- |
| Tea \\| milk | 4.50 |
| Two<br>lines |   |
`,
  },
  {
    of: 'Excel',
    html: excel,
    text: 'Name\tSum\r\nAda\t12\r\n',
    markdown: `| Name | Sum |
| --- | --- |
| Ada | 12 |
`,
  },
  {
    of: 'Chrome',
    html: chrome,
    markdown: `## Install

Run \`npm ci\` and **wait**. *Then* read [the docs](https://example.org/docs).

\`\`\`js
let a = 1;
if (a) b();
\`\`\`

- [x] done
- [ ] open

| A | B |
| :-- | --: |
| 1 | 2 |
`,
  },
  {
    of: 'Firefox',
    html: firefox,
    markdown: `### News

It **rained** on [Monday](https://example.org/monday),\\
and *snowed* later.

3. third
4. fourth
   - inner

> Plans are ~~all~~ nothing.

![A cat](https://example.org/cat.jpg)

---

End
`,
  },
  {
    of: 'GitHub',
    html: '<div class="markdown-alert markdown-alert-warning" dir="auto"><p class="markdown-alert-title" dir="auto"><svg class="octicon"></svg>Warning</p><p dir="auto">Mind the <b>gap</b>.</p></div>',
    markdown: '> [!warning]\n>\n> Mind the **gap**.\n',
  },
  {
    of: 'Obsidian',
    html: obsidian,
    markdown: `## Ideas

See [[Other note]], [[Long title|this]] and #plan/next; ==marked==.

- [x] done
- [ ] open

> [!tip] Hint
>
> Small tools last.
`,
  },
  {
    of: 'Apple Notes',
    html: appleNotes,
    markdown: `# Shopping

For **Sunday**: all of it

- Bread
- Olives

| Who | When |
| --- | --- |
| Ada | Two |

End
`,
  },
  {
    of: 'Notion',
    html: notion,
    text: '# Plan\n\nA **bold** word and `code`.\n',
    markdown: `# Plan

A **bold** word and \`code\`.

- [ ] open
- [x] done

* item
  - below

\`\`\`typescript
const a = 1;
\`\`\`

> said
`,
  },
  {
    of: 'Confluence',
    html: confluence,
    markdown: `> [!warning]
>
> Mind the **gap**

- [ ] Do it
  - [x] Did it

\`\`\`java
int a;

int b;
\`\`\`
`,
  },
  {
    of: 'code whose last line ends',
    html: '<pre>\nlet a = 1;\n</pre><p>then</p><pre><code class="language-js"><span>let b;</span>\n\n</code></pre>',
    markdown: '```\nlet a = 1;\n```\n\nthen\n\n```js\nlet b;\n\n```\n',
  },
  {
    of: 'code whose blanks have a colour',
    html: '<pre><span></span><span class="p">{</span><span class="w">\n    </span><span class="nt">"a"</span>:<span class="w"> </span>1\n}\n</pre><p>then</p>',
    markdown: '```\n{\n    "a": 1\n}\n```\n\nthen\n',
  },
  {
    of: 'code whose lines are blocks',
    html: '<p>so:</p><pre data-language="js"><code><div class="ec-line"><div class="code">a = {</div></div><div class="ec-line"><div class="code">\n</div></div><div class="ec-line"><div class="code"><span>  </span><span>b</span></div></div></code></pre><pre><ol><li>c<br></li><li>d</li></ol></pre>',
    markdown: 'so:\n\n```js\na = {\n\n  b\n```\n\n```\nc\nd\n```\n',
  },
  {
    of: 'code with numbers beside it',
    html: '<table class="highlighttable"><tr><td class="linenos"><div><pre>1\n2</pre></div></td><td class="code"><div><pre>a:\n<span class="w">  </span>b\n</pre></div></td></tr></table><pre class="highlight"><code><table class="rouge-table"><tr><td class="gl"><pre class="lineno">1\n2\n</pre></td><td class="rouge-code"><pre>c:\n  d\n</pre></td></tr></table></code></pre><table class="highlight"><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">e:</td></tr><tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">  <span>f</span></td></tr></table>',
    markdown: '```\na:\n  b\n```\n\n```\nc:\n  d\n```\n\n```\ne:\n  f\n```\n',
  },
  {
    of: 'a page with a table in a cell',
    html: '<table><tr><td>a<table><tr><td>b</td><td>c</td></tr><tr><td>d</td></tr></table></td><td>e</td></tr></table>',
    markdown: '| a<br>b c<br>d | e |\n| --- | --- |\n',
  },
  {
    of: 'a page with joined cells',
    html: '<table><caption>Sums</caption><tr><th colspan="2">Both</th></tr><tr><td rowspan="2">tall</td><td>1</td></tr><tr><td>2</td></tr></table>',
    markdown: 'Sums\n\n| Both |   |\n| --- | --- |\n| tall | 1 |\n|   | 2 |\n',
  },
  {
    of: 'one cell of Excel',
    html: excelCell,
    text: 'Only one\r\n',
    markdown: 'Only **one**\n',
  },
  {
    of: 'one cell of LibreOffice',
    html: '<html><body><table cellspacing="0" border="0"><colgroup width="85"></colgroup><tr><td height="17" align="left">only</td></tr></table></body></html>',
    text: 'only\n',
    markdown: 'only\n',
  },
  {
    of: 'LibreOffice with a footnote',
    html: '<p>two<sup><a class="sdfootnoteanc" name="sdfootnote7anc" href="#sdfootnote7sym"><sup>7</sup></a></sup></p><div id="sdfootnote7"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote7sym" href="#sdfootnote7anc">7</a>The note</p></div>',
    markdown: 'two[^7]\n\n[^7]: The note\n',
  },
  {
    of: 'a page of which nothing can be read',
    html: '<meta charset="utf-8"><div style="display: none">seen</div>',
    text: 'seen',
    markdown: 'seen\n',
  },
  {
    of: 'a letter that is laid out by a table',
    html: '<table><tbody><tr><td><div>Dear Ada,</div><div><br></div><div>it <span style="display:none">is not</span> rains.</div></td></tr></tbody></table>',
    markdown: 'Dear Ada,\n\nit rains.\n',
  },
  {
    of: 'a page with links to files and scripts',
    html: '<p>see <a href="file:///C:\\Users\\me\\report.docx">report</a>, <a href="https://example.org/">page</a>.</p><ol start="-1"><li><a href="javascript:x">a</a></li></ol>',
    markdown: 'see report, [page](https://example.org/).\n\n0. a\n',
  },
  {
    of: 'a page with formulas of KaTeX',
    html: `<p>mass ${katex} is it, ${katex.replace(/<annotation.*<\/annotation>/, '')} is too</p><span class="katex-display">${katex}</span><p>on</p>`,
    text: 'mass E=mc2E=mc^2E=mc2 is it',
    markdown: 'mass $E=mc^2$ is it, $E=mc^2$ is too\n\n$$\nE=mc^2\n$$\n\non\n',
  },
  {
    of: 'a page with nothing but a formula of KaTeX',
    html: katex,
    text: 'E=mc2E=mc^2E=mc2',
    markdown: '$E=mc^2$\n',
  },
  {
    of: 'a page with formulas of MathJax',
    html: `<p>so <mjx-container class="MathJax" jax="SVG"><svg aria-hidden="true"><g><text>x2</text></g></svg><mjx-assistive-mml unselectable="on" display="inline">${mathml}</mjx-assistive-mml></mjx-container>.</p><mjx-container class="MathJax" jax="CHTML" display="true"><mjx-math aria-hidden="true"><mjx-c>x</mjx-c></mjx-math><mjx-assistive-mml display="block">${mathml}</mjx-assistive-mml></mjx-container>`,
    text: 'so x2.',
    markdown: `so $${tex}$.\n\n$$\n${tex}\n$$\n`,
  },
  {
    of: 'a page with MathML alone',
    html: `<ul><li>a ${mathml}</li><li>b <math><mi>x</mi><mlongdiv><mn>3</mn></mlongdiv></math></li></ul><table><tr><th>a</th></tr><tr><td>${mathml.replace('<math', '<math display="block"')}</td></tr></table>`,
    text: 'a b',
    markdown: `- a $${tex}$\n- b x3\n\n| a |\n| --- |\n| $$${tex}$$ |\n`,
  },
  {
    of: 'Wikipedia',
    html: '<p>so <span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" style="display: none;"><math alttext="{\\displaystyle x^{2}}"><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">{\\displaystyle x^{2}}</annotation></semantics></math></span><img src="https://example.org/x.svg" class="mwe-math-fallback-image-inline" aria-hidden="true" alt="{\\displaystyle x^{2}}"></span> or <img src="https://example.org/x.svg" class="mwe-math-fallback-image-inline" aria-hidden="true" alt="{\\displaystyle y}"> holds</p>',
    text: 'so x holds',
    markdown: 'so $x^{2}$ or $y$ holds\n',
  },
  {
    of: 'a page with raised and lowered text',
    html: '<p>10<sup>6</sup> H<sub><i>2</i></sub>O <span style="font-weight:700;vertical-align:super">a</span> <b>x<sup>2</sup></b> <sup> </sup><sup><a href="#n">[1]</a></sup></p><pre>x<sup>2</sup></pre>',
    text: '106',
    markdown: '10<sup>6</sup> H<sub>*2*</sub>O <sup>**a**</sup> **x<sup>2</sup>** <sup>[1]</sup>\n\n```\nx2\n```\n',
  },
  {
    of: 'a few words with raised text',
    html: '<meta charset="utf-8"><span>about 10</span><sup>6</sup>',
    text: 'about 106',
    markdown: 'about 10<sup>6</sup>\n',
  },
  {
    of: 'a page of a chat, whose code has a header',
    html: '<meta charset="utf-8"><p>See:</p><pre class="overflow-visible!"><div class="rounded"><div class="flex">python</div><div><button>Copy code</button></div><div dir="ltr"><code class="whitespace-pre! language-python"><span>def f(x):\n    return <b>x</b>\n</span></code></div></div></pre><p>End</p><pre>a <code>b</code></pre><p>And</p><pre><div>run <code>c</code> first</div></pre>',
    text: 'See: x',
    markdown: 'See:\n\n```python\ndef f(x):\n    return x\n```\n\nEnd\n\n```\na b\n```\n\nAnd\n\n```\nrun c first\n```\n',
  },
  {
    of: 'Slack, whose lists stand one below the other',
    html: '<meta charset="utf-8"><span>See</span><br><ul data-indent="0"><li>one</li></ul><ul data-indent="1"><li>two</li></ul><ol data-indent="2"><li>a</li></ol><ol data-indent="2"><li>b</li></ol><ul data-indent="1"><li>three</li></ul><ul data-indent="0"><li>four</li></ul><p>x</p><ul data-indent="1"><li>five</li></ul>',
    text: 'See one two a b three four x five',
    markdown: 'See\n\n- one\n  - two\n    1. a\n    2. b\n  - three\n- four\n\nx\n\n- five\n',
  },
  {
    of: 'Daybook itself',
    html: '<p data-daybook-note="" data-pm-slice="0 0 []">one <code data-raw-inline="math" data-source="$a$">$a$</code></p><pre data-raw-block="math"><code>$$\nx^2\n$$</code></pre><p>two</p>',
    markdown: 'one $a$\n\n$$\nx^2\n$$\n\ntwo\n',
  },
];
