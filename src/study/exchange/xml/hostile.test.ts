import { describe, expect, test } from 'vitest'
import { ExchangeError } from '../error.ts'
import { readOdm } from '../odm/read.ts'
import { gathered } from '../testing/gathered.ts'
import { REDCAP_PROJECT } from '../testing/redcap-project.ts'
import { XML_LIMITS } from './limit.ts'

const said = async (given: string | Uint8Array, limits = XML_LIMITS): Promise<string> => {
  const bytes = typeof given === 'string' ? Buffer.from(given) : given
  const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, i) => bytes.subarray(i * 65_536, (i + 1) * 65_536))
  try {
    await gathered(readOdm(chunks, limits))
    return 'taken'
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error
    expect(error.words['zh-cn']).toMatch(/\p{Script=Han}/u)
    return error.words.en
  }
}
const odm = (inside: string, head = ''): string =>
  `<?xml version="1.0"?>${head}<ODM xmlns="http://www.cdisc.org/ns/odm/v1.3">${inside}</ODM>`

describe('a hostile file is told in a sentence', () => {
  test.each([
    ['a document type', odm('', '<!DOCTYPE ODM [<!ENTITY a "b">]>'), 'Line 1: Files with a document type (DTD) are not accepted'],
    [
      'one from elsewhere',
      odm('', '<!DOCTYPE ODM SYSTEM "file:///etc/passwd">'),
      'Line 1: Files with a document type (DTD) are not accepted',
    ],
    ['an entity', odm('<a>&b;</a>'), 'Line 1: The entity “&b” is not accepted'],
    ['an entity in an attribute', odm('<a b="&c;"/>'), 'Line 1: The entity “&c” is not accepted'],
    ['an entity without end', odm('<a>& b</a>'), 'Line 1: The entity “& b” is not accepted'],
    ['a control character', odm('<a>&#0;</a>'), 'Line 1: The entity “&#0” is not accepted'],
    ['half a surrogate', odm('<a>&#xD800;</a>'), 'Line 1: The entity “&#xD800” is not accepted'],
    ['tags that cross', odm('<a><b></a></b>'), 'Line 1: “a” does not end “b”'],
    ['two roots', `${odm('')}${odm('').slice(21)}`, 'Line 1: There is more after the root'],
    ['an attribute twice', odm('<a b="1" b="2"/>'), 'Line 1: A tag is not well formed'],
    ['attributes without a blank', odm('<a b="1"c="2"/>'), 'Line 1: A tag is not well formed'],
    ['an attribute without quotes', odm('<a b=1/>'), 'Line 1: A tag is not well formed'],
    ['a sign in an attribute', odm('<a b="<"/>'), 'Line 1: A tag is not well formed'],
    ['another root', '<html></html>', 'This is no ODM file: its root is “html”'],
    ['no XML', 'name,type\na,b', 'Line 1: This is no XML file'],
    ['nothing', '', 'This is no XML file'],
    ['an unknown encoding', '<?xml version="1.0" encoding="EBCDIC-37"?><ODM/>', 'The encoding “ebcdic-37” is not supported'],
    ['a study without a definition', odm('<Study OID="s"/>'), 'The study has no definition (MetaDataVersion)'],
    [
      'one identifier for two things',
      odm(
        '<Study OID="s"><MetaDataVersion OID="m" Name="m"><FormDef OID="f" Name="a"/><FormDef OID="f" Name="b"/></MetaDataVersion></Study>',
      ),
      'The identifier “f” stands twice',
    ],
  ])('%s', async (_, text, sentence) => {
    expect(await said(text)).toBe(sentence)
  })

  test('cut off anywhere', async () => {
    for (let size = 1; size < REDCAP_PROJECT.length; size += 97) expect(await said(REDCAP_PROJECT.slice(0, size))).not.toBe('taken')
    expect(await said(REDCAP_PROJECT)).toBe('taken')
  })

  test('elements in each other without end', async () => {
    expect(await said(odm('<a>'.repeat(100_000)))).toBe('Line 1: Elements stand too deep in each other')
  })

  test('an attribute without end, and one that is only long', async () => {
    expect(await said(odm(`<a b="${'x'.repeat(3_000_000)}`))).toBe('Line 1: A tag is too long')
    expect(await said(odm(`<a b="${'x'.repeat(3_000_000)}"/>`))).toBe('Line 1: A tag is too long')
  })

  test('more attributes than anything has', async () => {
    const many = Array.from({ length: 1000 }, (_, i) => `a${i}="1"`).join(' ')
    expect(await said(odm(`<a ${many}/>`))).toBe('Line 1: An element has too many attributes')
  })

  test('a text without end, but for what holds a file', async () => {
    expect(await said(odm(`<a>${'x'.repeat(3_000_000)}</a>`))).toBe('Line 1: A text is too long')
    const picture = `<ClinicalData><SubjectData SubjectKey="1"><ItemDataBase64Binary>${'A'.repeat(3_000_000)}</ItemDataBase64Binary></SubjectData></ClinicalData>`
    expect(await said(odm(picture))).toBe('taken')
  })

  test('more elements in one subject than can be held, and a file that is too large', async () => {
    expect(await said(odm('<a>'.concat('<b/>'.repeat(600), '</a>')), { ...XML_LIMITS, elements: 500 })).toBe(
      'Line 1: One definition or one subject holds too much',
    )
    expect(await said(odm(' '.repeat(2_000_000)), { ...XML_LIMITS, bytes: 1024 * 1024 })).toBe('The file is larger than 1 MB')
  })

  test('bytes that are not what the file says', async () => {
    expect(await said(Buffer.concat([Buffer.from(odm('').slice(0, -6)), Buffer.from([0xc3, 0x28]), Buffer.from('</ODM>')]))).toBe(
      'The bytes of the file are not utf-8',
    )
  })
})

test('other encodings are read by their declaration or mark', async () => {
  const text = `<?xml version="1.0" encoding="UTF-16"?>${odm('<a b="研究"/>').slice(21)}`
  expect(await said(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]))).toBe('taken')
  // “研” in GB18030.
  const [before = '', after = ''] = '<?xml version="1.0" encoding="GB18030"?><ODM Description="|"/>'.split('|')
  const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xd1, 0xd0]), Buffer.from(after)])
  const [part] = await gathered(readOdm([bytes]))
  expect(part).toMatchObject({ file: { attributes: { Description: '研' } } })
})
