import { FASTQ_FAULTS } from '../source/fastq-record.ts'
import { VCF_FAULTS } from '../source/vcf-fault.ts'
import type { ImportNote, StagedTable } from '../table.ts'
import { text, type Text } from '../text.ts'
import { say, type Language } from './language.ts'
import { printable } from './text-table.ts'

export const NOTE_WORDS: Readonly<Record<string, Text>> = {
  transcoded: text('已由此编码转为 UTF-8', 'converted to UTF-8 from'),
  doubtful_encoding: text(
    '编码只是猜测，不对时请用 --encoding 指明；现按',
    'the encoding is a guess (name the right one with --encoding); read as',
  ),
  replaced_characters: text(
    '个值含有无法按此编码解读的字节，已以 � 代替（可用 --encoding 指明编码）：',
    'values with bytes that are no text of this encoding, replaced by � (name the right one with --encoding):',
  ),
  renamed_header: text('表头重复或保留，已改名；原为', 'header repeated or reserved, renamed; was'),
  blank_header: text('表头为空，已按位置命名', 'blank header, named by position'),
  ragged_row: text('单元格数与表头不符', 'number of cells differs from the header'),
  ragged_rows: text('行的单元格数与表头不符', 'rows whose number of cells differs from the header'),
  stray_quotes: text('处引号位置不合规范', 'quotes in odd places'),
  blank_lines: text('个空行读作空记录', 'blank lines, read as blank records'),
  comment_lines: text('行注释在表头之上，已略过', 'comment lines above the header, passed over'),
  row_count_mismatch: text('读入行数与独立计数不符（读入/计数）', 'rows read and rows counted differ (read/counted)'),
  leading_zeros: text('个值以 0 开头，转为数字会丢失', 'values with leading zeros that a number would lose'),
  long_numbers: text('个数字超过 15 位，电子表格会改写末位', 'numbers beyond 15 digits whose tail a spreadsheet would change'),
  full_width: text('个值含全角数字', 'values with full-width digits'),
  invisible: text('个值含看不见的字符（零宽、字节序标记）', 'values with invisible characters (zero-width, byte order mark)'),
  leading_blanks: text('个值以空白开头', 'values with blanks in front'),
  trailing_blanks: text('个值以空白结尾', 'values with blanks at the end'),
  ambiguous_dates: text('个日期月日难辨（抽样），如', 'dates whose day and month cannot be told apart (sample), e.g.'),
  excel_dates: text('个值像被电子表格改成日期（抽样），如', 'values turned into dates by a spreadsheet, it seems (sample), e.g.'),
  date_serials: text('个日期是电子表格序号（抽样），如', 'dates written as spreadsheet serial numbers (sample), e.g.'),
  exponents: text('个值是科学计数，原数字已丢失（抽样），如', 'values in exponent form, digits already lost (sample), e.g.'),
  hidden_sheet: text('隐藏的工作表', 'hidden sheet'),
  other_sheet: text('另有工作表未读', 'another sheet, not read'),
  hidden_rows: text('个隐藏行（已读入）', 'hidden rows (read like the others)'),
  hidden_columns: text('个隐藏列（已读入）', 'hidden columns (read like the others)'),
  merged_cells: text('处合并单元格，仅左上角有值', 'merged areas, of which only the first cell has a value'),
  layout_not_read: text(
    '文件较大，未检查隐藏行列与合并单元格',
    'a large workbook: hidden rows, columns and merged cells were not looked for',
  ),
  rows_above_header: text('个空行在表头之上', 'blank rows above the header'),
  content_mismatch: text('扩展名与内容不符（应为/实为）', 'the ending does not match the content (expected/found)'),
  fastq_fault: text('FASTQ 记录有误', 'faulty FASTQ record'),
  fastq_faults: text('个 FASTQ 记录有误', 'faulty FASTQ records'),
  phred_offset: text('质量值的偏移为', 'quality values have the offset'),
  vcf_fault: text('VCF 不合规范', 'VCF breaks its specification'),
  vcf_faults: text('处 VCF 不合规范', 'breaches of the VCF specification'),
  vcf_version: text('VCF 版本', 'VCF version'),
  xpt_dataset: text('SAS 数据集', 'SAS dataset'),
  other_dataset: text('另有 SAS 数据集未读（用 --sheet 选择）', 'other SAS datasets, not read (choose with --sheet):'),
  column_label: text('标签', 'label'),
  value_labels: text('取值标签', 'labels of values:'),
  missing_values: text('文件声明为缺失的值', 'values that the file declares missing:'),
  no_line_end: text('最后一行没有换行，文件可能被截断', 'the last line has no end; the file may have been cut'),
  unknown_part: text('文件中有不认识的部分，编号', 'the file holds a part that is not known, number'),
  file_label: text('文件标签', 'label of the file:'),
  formulas: text('个公式，取其上次计算的值', 'formulas, read by their last computed value'),
  error_cells: text('个错误值', 'error cells'),
  date_cells: text('个日期单元格，已写成 ISO 文本', 'date cells, written as ISO text'),
  beside_list: text('在记录列表之外，未读入：', 'stands beside the list of records and was not read:'),
  nested: text('嵌套值写成 JSON 文本', 'nested values written as JSON text'),
}

export function noteLine(note: ImportNote, language: Language): string {
  const words = NOTE_WORDS[note.code]
  const where = [note.line === undefined ? '' : language === 'zh' ? `第 ${note.line} 行` : `line ${note.line}`, note.column ?? ''].filter(
    Boolean,
  )
  const counted = note.count !== undefined && note.code !== 'ragged_row' ? `${note.count.toLocaleString('en')} ` : ''
  const fault = faultWords(note)
  const detail = fault ? `${language === 'zh' ? '：' : ': '}${say(fault, language)}` : note.detail ? ` ${printable(note.detail)}` : ''
  return `${where.length > 0 ? `${where.join(' ')}: ` : ''}${counted}${words ? say(note.count === 1 ? one(words) : words, language) : note.code}${detail}`
}

const faultWords = ({ code, detail }: ImportNote): Text | undefined =>
  code === 'fastq_fault'
    ? FASTQ_FAULTS[detail as keyof typeof FASTQ_FAULTS]
    : code === 'vcf_fault'
      ? VCF_FAULTS[detail as keyof typeof VCF_FAULTS]
      : undefined

/** The first noun is what is counted. */
const one = ({ zh, en }: Text): Text => ({
  zh,
  en: en.replace(/\b(value|number|date|row|column|line|quote|cell|formula|area|record)s\b/, '$1'),
})

const SHOWN_NOTES = 8

export function sourceLines(table: StagedTable, language: Language): string[] {
  const zh = language === 'zh'
  const { source } = table
  const facts = [source.format, source.encoding, `${source.bytes.toLocaleString('en')} B`].filter(Boolean).join(', ')
  const rows = zh ? '行' : table.rows === 1 ? 'row' : 'rows'
  const columns = zh ? '列' : table.columns.length === 1 ? 'column' : 'columns'
  const head = `${table.name}: ${table.rows.toLocaleString('en')} ${rows} × ${table.columns.length.toLocaleString('en')} ${columns} (${facts})`
  const notes = source.notes.slice(0, SHOWN_NOTES).map((note) => `  ${noteLine(note, language)}`)
  const rest = source.notes.length - notes.length
  return [head, ...notes, ...(rest > 0 ? [`  … ${rest} ${zh ? '条' : 'more'}`] : [])]
}
