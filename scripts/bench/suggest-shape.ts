/** Numbers from a seed: the same table on every machine. */
export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ 0x27d4eb2f) | 1
    for (let round = 0; round < 20; round++) this.next()
  }
  next(): number {
    this.#state ^= this.#state << 13
    this.#state ^= this.#state >>> 17
    this.#state ^= this.#state << 5
    return (this.#state >>> 0) / 4294967296
  }
  below(most: number): number {
    return Math.floor(this.next() * most)
  }
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
  }
}

export type Cells = Record<string, string>
/** What can go wrong in a column, beside its value in a row. */
export type Column = {
  name: string
  role: 'key' | 'category' | 'number' | 'code' | 'start' | 'end' | 'dependent' | 'other'
  /** A blank is a mistake. */
  required?: true
  make: (random: Random, index: number, row: Cells) => string
}
export type Shape = { name: string; rows: number; columns: readonly Column[] }

export const pad = (value: number, size: number): string => String(value).padStart(size, '0')
export const day = (offset: number): string => new Date(Date.UTC(2023, 0, 1) + offset * 86_400_000).toISOString().slice(0, 10)
export const offsetOf = (text: string): number => Math.round((Date.parse(text) - Date.UTC(2023, 0, 1)) / 86_400_000)

export const key = (name: string, prefix: string, size = 5): Column => ({
  name,
  role: 'key',
  required: true,
  make: (_, index) => `${prefix}${pad(index + 1, size)}`,
})
export const visit = (name: string, prefix: string, visits: readonly string[]): Column[] => [
  { name, role: 'key', required: true, make: (_, index) => `${prefix}${pad(Math.floor(index / visits.length) + 1, 4)}` },
  { name: 'visit', role: 'other', required: true, make: (_, index) => visits[index % visits.length]! },
]
export const category = (name: string, values: readonly string[], weights?: readonly number[]): Column => ({
  name,
  role: 'category',
  required: true,
  make: (random) => {
    if (!weights) return random.pick(values)
    let at = random.next() * weights.reduce((sum, weight) => sum + weight, 0)
    return values[weights.findIndex((weight) => (at -= weight) < 0)] ?? values[0]!
  },
})
export const normal = (name: string, mean: number, sd: number, digits = 0): Column => ({
  name,
  role: 'number',
  required: true,
  make: (random) => Math.max(0, mean + sd * random.normal()).toFixed(digits),
})
export const skewed = (name: string, middle: number, spread: number, digits = 1): Column => ({
  name,
  role: 'number',
  required: true,
  make: (random) => (middle * Math.exp(spread * random.normal())).toFixed(digits),
})
export const uniform = (name: string, low: number, high: number): Column => ({
  name,
  role: 'number',
  required: true,
  make: (random) => String(low + random.below(high - low + 1)),
})
/** A measurement that a code stands for when it was not taken; codes are no mistakes. */
export const coded = (column: Column, code: string, share: number): Column => ({
  ...column,
  make: (random, index, row) => (random.next() < share ? code : column.make(random, index, row)),
})
export const optional = (column: Column, share: number): Column => {
  const { required: _required, ...rest } = column
  return { ...rest, make: (random, index, row) => (random.next() < share ? '' : column.make(random, index, row)) }
}
export const scale = (name: string, most: number): Column => ({
  name,
  role: 'other',
  required: true,
  make: (random) => String(Math.min(most, Math.max(0, Math.round(most / 2 + (most / 5) * random.normal())))),
})
export const start = (name: string): Column => ({ name, role: 'start', required: true, make: (random) => day(random.below(700)) })
export const end = (name: string, from: string, most: number): Column => ({
  name,
  role: 'end',
  required: true,
  make: (random, _, row) => day(offsetOf(row[from]!) + random.below(most)),
})
export const dependent = (name: string, on: string, values: Readonly<Record<string, string>>): Column => ({
  name,
  role: 'dependent',
  required: true,
  make: (_, __, row) => values[row[on]!]!,
})
export const code = (name: string, make: (random: Random) => string): Column => ({ name, role: 'code', required: true, make })
export const free = (name: string, words: readonly string[]): Column =>
  optional({ name, role: 'other', make: (random) => `${random.pick(words)}${random.pick(words)}${random.below(1000)}` }, 0.6)
export const person = (name: string): Column => ({
  name,
  role: 'other',
  required: true,
  make: (random) =>
    random.pick([...'王李张刘陈杨黄赵吴周']) + random.pick([...'伟芳娜敏静丽强磊军洋']) + random.pick([...'明华玲杰涛燕波红辉']),
})
export const mobile = (name: string): Column => ({
  name,
  role: 'other',
  required: true,
  make: (random) => `13${pad(random.below(1_000_000_000), 9)}`,
})

/** What makes rules wrong about right data: a long tail of terms, blanks that are allowed, many zeros, a wide tail. */
const TERMS = Array.from(
  { length: 60 },
  (_, index) =>
    `${['head', 'back', 'chest', 'skin', 'joint', 'eye'][index % 6]} ${['pain', 'rash', 'swelling', 'itching', 'burning', 'numbness', 'stiffness', 'bleeding', 'redness', 'spasm'][Math.floor(index / 6)]}`,
)
export const term = (name: string): Column => ({
  name,
  role: 'other',
  required: true,
  make: (random) => TERMS[Math.floor(60 * random.next() ** 3)]!,
})
export const counted = (name: string): Column => ({
  name,
  role: 'other',
  make: (random) => (random.next() < 0.7 ? '0' : String(1 + Math.floor(-4 * Math.log(1 - random.next())))),
})
export const change = (name: string): Column => ({ name, role: 'other', make: (random) => (3 * random.normal()).toFixed(1) })
const mixed = (name: string): Column =>
  code(name, (random) => (random.next() < 0.5 ? `K${random.below(100)}` : `${random.below(10_000)}/B`))

const site = (name: string, count: number): Column => ({
  name,
  role: 'other',
  required: true,
  make: (random) => `S${pad(1 + random.below(count), 2)}`,
})
const cities = ['北京', '上海', '广州', '成都', '武汉', '西安', '南京', '杭州', '沈阳', '长沙', '昆明', '兰州']
const cityOf = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`S${pad(index + 1, 2)}`, cities[index]!]))
const letters = 'ABCDEFGHJKLMN'
const icd = (name: string): Column => code(name, (random) => `${random.pick([...letters])}${pad(random.below(100), 2)}.${random.below(10)}`)
const batch = (name: string): Column => code(name, (random) => `LOT-${pad(random.below(10_000), 4)}-${random.pick([...letters])}`)

/** Ten tables as studies have them. */
export const SHAPES: readonly Shape[] = [
  {
    name: 'demographics',
    rows: 600,
    columns: [
      key('subject_id', 'P'),
      person('姓名'),
      site('site', 9),
      dependent('city', 'site', cityOf),
      category('sex', ['男', '女']),
      uniform('age', 18, 85),
      normal('height_cm', 165, 9, 1),
      normal('weight_kg', 64, 11, 1),
      icd('diagnosis'),
      start('consent_date'),
      end('enrol_date', 'consent_date', 30),
      optional(normal('waist_cm', 84, 9), 0.08),
      mobile('mobile'),
    ],
  },
  {
    name: 'vitals',
    rows: 1000,
    columns: [
      ...visit('subject', 'A', ['V1', 'V2', 'V3', 'V4']),
      site('centre', 6),
      dependent('town', 'centre', cityOf),
      start('visit_date'),
      end('entry_date', 'visit_date', 45),
      normal('sbp', 125, 14),
      normal('dbp', 78, 9),
      optional(normal('pulse', 72, 9), 0.02),
      normal('temperature', 36.6, 0.3, 1),
      category('position', ['sitting', 'standing', 'supine'], [6, 3, 1]),
      batch('device'),
      change('sbp_change'),
    ],
  },
  {
    name: 'laboratory',
    rows: 900,
    columns: [
      key('sample_no', 'L', 6),
      site('lab', 4),
      dependent('method', 'lab', { S01: 'HPLC', S02: 'ELISA', S03: 'PCR', S04: 'LCMS' }),
      start('collected'),
      end('received', 'collected', 12),
      coded(normal('hb', 135, 13, 1), '-9', 0.05),
      skewed('alt', 24, 0.5),
      skewed('crp', 3, 0.9, 2),
      normal('sodium', 140, 2.6),
      category('tube', ['EDTA', 'serum', 'citrate'], [5, 4, 1]),
      icd('indication'),
      counted('casts'),
      free('remark', ['复查', '溶血', '补采']),
    ],
  },
  {
    name: 'adverse events',
    rows: 500,
    columns: [
      key('ae_id', 'AE-', 4),
      code('subject', (random) => `SUBJ-${pad(1 + random.below(120), 3)}`),
      category('severity', ['mild', 'moderate', 'severe'], [7, 4, 2]),
      category('outcome', ['recovered', 'recovering', 'not recovered', 'unknown'], [8, 3, 2, 1]),
      category('soc', ['cardiac', 'nervous', 'skin', 'renal', 'vascular']),
      dependent('soc_code', 'soc', { cardiac: '10007541', nervous: '10029205', skin: '10040785', renal: '10038359', vascular: '10047065' }),
      start('onset'),
      end('resolved', 'onset', 90),
      skewed('dose_mg', 40, 0.3, 1),
      scale('grade', 4),
      term('event'),
    ],
  },
  {
    name: 'medication',
    rows: 800,
    columns: [
      key('rx', 'RX', 7),
      category('drug', ['aspirin', 'metformin', 'atorvastatin', 'losartan', 'omeprazole', 'amlodipine']),
      dependent('atc', 'drug', {
        aspirin: 'B01AC06',
        metformin: 'A10BA02',
        atorvastatin: 'C10AA05',
        losartan: 'C09CA01',
        omeprazole: 'A02BC01',
        amlodipine: 'C08CA01',
      }),
      category('route', ['oral', 'iv', 'sc'], [8, 2, 1]),
      category('unit', ['mg', 'ml'], [9, 2]),
      normal('dose', 50, 8, 1),
      start('start_date'),
      end('stop_date', 'start_date', 120),
      batch('batch'),
      optional(normal('volume', 10, 1.5, 1), 0.4),
      term('reason'),
    ],
  },
  {
    name: 'samples',
    rows: 700,
    columns: [
      code('freezer', (random) => `F${1 + random.below(8)}-R${pad(1 + random.below(20), 2)}`),
      key('barcode', 'BC', 8),
      category('material', ['血清', '血浆', '尿液', '组织'], [5, 4, 3, 2]),
      dependent('material_code', 'material', { 血清: 'SER', 血浆: 'PLA', 尿液: 'URI', 组织: 'TIS' }),
      start('taken_on'),
      end('frozen_on', 'taken_on', 5),
      normal('volume_ul', 480, 40),
      normal('rin', 8, 0.6, 1),
      skewed('concentration', 55, 0.4),
      scale('haemolysis', 5),
      counted('thaws'),
    ],
  },
  {
    name: 'imaging',
    rows: 450,
    columns: [
      key('accession', 'ACC', 6),
      category('modality', ['MR', 'CT', 'US', 'PET'], [5, 4, 3, 1]),
      dependent('room', 'modality', { MR: 'Room 1', CT: 'Room 2', US: 'Room 3', PET: 'Room 4' }),
      start('ordered'),
      end('performed', 'ordered', 21),
      normal('slice_mm', 3, 0.3, 2),
      skewed('lesion_mm', 14, 0.45),
      optional(uniform('images', 80, 400), 0.03),
      code('protocol', (random) => `PR${pad(random.below(1000), 3)}/${random.pick(['a', 'b', 'c'])}`),
      category('contrast', ['yes', 'no']),
      { ...mixed('old_number'), role: 'other' },
    ],
  },
  {
    name: 'questionnaire',
    rows: 650,
    columns: [
      key('form_id', 'Q', 5),
      category('language', ['zh', 'en', 'fr'], [8, 3, 1]),
      dependent('version', 'language', { zh: 'v2.1-zh', en: 'v2.1-en', fr: 'v2.0-fr' }),
      start('sent'),
      end('answered', 'sent', 60),
      ...['q1', 'q2', 'q3', 'q4', 'q5'].map((name) => scale(name, 10)),
      normal('minutes', 14, 3, 1),
      icd('reason'),
      optional(category('mode', ['paper', 'tablet', 'phone']), 0.03),
    ],
  },
  {
    name: 'sites',
    rows: 400,
    columns: [
      key('order_no', 'ORD', 5),
      category('region', ['华北', '华东', '华南', '西南']),
      dependent('manager', 'region', { 华北: 'team-n', 华东: 'team-e', 华南: 'team-s', 西南: 'team-w' }),
      start('opened'),
      end('closed', 'opened', 200),
      uniform('beds', 200, 900),
      normal('rate', 62, 6, 1),
      skewed('budget', 900, 0.35, 0),
      code('licence', (random) => `${pad(random.below(100), 2)}-${pad(random.below(1_000_000), 6)}`),
      category('level', ['三甲', '三乙', '二甲'], [6, 3, 2]),
    ],
  },
  {
    name: 'treatment cycles',
    rows: 960,
    columns: [
      ...visit('patient', 'TX', ['C1', 'C2', 'C3', 'C4', 'C5', 'C6']),
      category('arm', ['placebo', 'treatment']),
      category('hospital', ['协和', '华西', '瑞金', '中山', '湘雅']),
      dependent('hospital_code', 'hospital', { 协和: 'H001', 华西: 'H002', 瑞金: 'H003', 中山: 'H004', 湘雅: 'H005' }),
      start('infusion_start'),
      end('infusion_end', 'infusion_start', 8),
      normal('dose_gy', 60, 4, 1),
      coded(normal('neutrophils', 4.2, 0.9, 2), '999', 0.04),
      skewed('ferritin', 120, 0.55, 0),
      batch('lot'),
      scale('ecog', 4),
      change('weight_change'),
      optional(term('complaint'), 0.12),
    ],
  },
]
