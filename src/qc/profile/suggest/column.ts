import { numberIn } from '../../cast.ts'
import { text } from '../../text.ts'
import type { Candidate, Suggestion } from './suggestion.ts'
import { fences } from './fences.ts'
import { frequentValues } from './frequent.ts'
import { oneLetterOff } from './letter.ts'
import { measuredIn } from './measured.ts'
import { patternOf } from './pattern.ts'
import { holds, wilson } from './suggestion.ts'

const ENOUGH_ROWS = 20
const RARELY_MISSING = 0.05
const DOMINANT = 0.94
const DATE_LIKE = /birth|dob|出生|生日|visit|访视|date|日期|time|时间/i

/** What one column says about itself. Its exceptions are what is looked for: no rule is drawn around them. */
export function forColumn(candidate: Candidate, rows: number, isKey: boolean): Suggestion[] {
  const { profile } = candidate
  if (profile.type === 'empty') return []
  const list = [...missing(candidate, rows)]
  if (rows < ENOUGH_ROWS) return list
  const codes = candidate.missingCodes.length > 0 ? { missingCodes: candidate.missingCodes } : {}
  const rest =
    profile.identifiers.length > 0
      ? identifying(candidate)
      : isKey
        ? pattern(candidate)
        : profile.numbers
          ? numbers(candidate)
          : profile.dates
            ? dates(candidate)
            : texts(candidate)
  return [...list, ...rest.map((item) => ({ ...item, parameter: { ...item.parameter, ...codes } }))]
}

/** A blank among codes for "no value" is a blank; the codes themselves are an answer. */
function missing({ profile }: Candidate, rows: number): Suggestion[] {
  const { name, missing: blank, filled } = profile
  const share = blank / Math.max(1, rows)
  if (share >= RARELY_MISSING) return []
  return [
    {
      parameter: {
        check: 'not_null',
        columns: [name],
        severity: blank === 0 ? 'major' : 'minor',
        ...(blank === 0 ? {} : { warn: { metric: 'count', op: '>', value: 0 }, fail: { metric: 'ratio', op: '>', value: RARELY_MISSING } }),
      },
      ...holds(filled, rows, '有值', 'are there'),
    },
  ]
}

/** Only a form that its own digits prove: a list or a pattern would carry the persons with it. */
const identifying = ({ profile }: Candidate): Suggestion[] =>
  profile.identifiers
    .filter(({ kind, share }) => kind === 'cn_resident_id' && share > 0.5)
    .map(({ share }) => ({
      parameter: { check: 'cn_resident_id', columns: [profile.name], severity: 'major' },
      ...holds(Math.round(share * profile.filled), profile.filled, '校验位正确', 'have a right check digit'),
    }))

function numbers(candidate: Candidate): Suggestion[] {
  const { profile, values, missingCodes } = candidate
  const { name, filled, typeShare, distinct, type } = profile
  const readable = Math.round(typeShare * filled)
  const list: Suggestion[] = [
    {
      parameter: { check: 'type_castable', columns: [name], params: { type: 'number' }, severity: 'major' },
      ...holds(readable, filled, '是数值', 'are numbers'),
    },
  ]
  const few = values && values.length <= 25 && type === 'integer' ? codedNumbers(candidate) : undefined
  if (few) return [...list, few]
  // A number of its own for every row names the row; it has no large and no small.
  if (type === 'integer' && distinct > filled * 0.9 && filled > 50) return list
  const coded = new Set(missingCodes.map(numberIn))
  const measured = (coded.size > 0 && values ? measuredIn(values, (number) => coded.has(number)) : undefined) ?? profile.numbers!
  const limits = fences(measured, filled)
  if (!limits || missingCodes.includes(String(limits.max))) return list
  return [
    ...list,
    {
      parameter: { check: 'range', columns: [name], params: limits, severity: 'major' },
      confidence: wilson(Math.round(readable * 0.99), readable),
      evidence: text(
        `中间一半的值在 ${measured.quantiles.p25}–${measured.quantiles.p75}；上下限为其三倍宽度之外`,
        `the middle half lies in ${measured.quantiles.p25}–${measured.quantiles.p75}; the limits are three times its width away`,
      ),
    },
  ]
}

/** Codes written in digits. A scale without gaps is a range: its rarest step is no mistake. */
function codedNumbers({ profile, values = [], missingCodes }: Candidate): Suggestion | undefined {
  const plain = values.filter(([value]) => !missingCodes.includes(value))
  const frequent = frequentValues(
    plain,
    plain.reduce((sum, [, count]) => sum + count, 0),
  )
  if (!frequent) return undefined
  const known = frequent.map(([value]) => numberIn(value)).filter((value) => value !== null)
  const present = new Set(plain.map(([value]) => numberIn(value)).filter((value) => value !== null))
  let [low, high] = [Math.min(...known), Math.max(...known)]
  const isScale = known.length > 2 && high - low === known.length - 1
  // The rare steps that go on where the frequent ones end are its tail.
  const reach = 1 + Math.floor((high - low) / 4)
  const next = (from: number, way: 1 | -1): number | undefined =>
    Array.from({ length: reach }, (_, index) => from + way * (index + 1)).find((value) => present.has(value))
  for (let step = next(high, 1); step !== undefined; step = next(high, 1)) high = step
  for (let step = next(low, -1); step !== undefined && step >= 0; step = next(low, -1)) low = step
  const covered = frequent.reduce((sum, [, count]) => sum + count, 0)
  const evidence = holds(covered, profile.filled, `取 ${frequent.length} 个常见值之一`, `are one of ${frequent.length} frequent ones`)
  return isScale
    ? { parameter: { check: 'range', columns: [profile.name], params: { min: low, max: high }, severity: 'major' }, ...evidence }
    : {
        parameter: { check: 'in_set', columns: [profile.name], params: { values: frequent.map(([value]) => value) }, severity: 'major' },
        ...evidence,
      }
}

function dates(candidate: Candidate): Suggestion[] {
  const { name, filled, typeShare } = candidate.profile
  const readable = Math.round(typeShare * filled)
  return [
    {
      parameter: { check: 'type_castable', columns: [name], params: { type: 'date' }, severity: 'major' },
      ...holds(readable, filled, '是日期', 'are dates'),
    },
    ...pattern(candidate),
    ...(DATE_LIKE.test(name)
      ? [
          {
            parameter: { check: 'not_future', columns: [name], severity: 'major' as const },
            ...holds(readable, filled, '是日期', 'are dates'),
          },
        ]
      : []),
  ]
}

function texts(candidate: Candidate): Suggestion[] {
  const { profile, values } = candidate
  const frequent =
    values &&
    frequentValues(
      values.filter(([value]) => !candidate.missingCodes.includes(value)),
      profile.filled,
    )
  if (frequent && frequent.length > 1) {
    const covered = frequent.reduce((sum, [, count]) => sum + count, 0)
    return [
      {
        parameter: { check: 'in_set', columns: [profile.name], params: { values: frequent.map(([value]) => value) }, severity: 'major' },
        ...holds(covered, profile.filled, `取 ${frequent.length} 个常见值之一`, `are one of ${frequent.length} frequent ones`),
      },
    ]
  }
  const shaped = pattern(candidate)
  if (shaped.length > 0) return shaped
  return variants(candidate)
}

/** Rare spellings of frequent values, if they are few: where many terms differ by one letter, they are terms. */
function variants({ profile, values = [] }: Candidate): Suggestion[] {
  const rare = values.filter(
    ([value, count]) => value.length > 2 && values.some(([other, times]) => times >= 10 * count && oneLetterOff(value, other)),
  )
  const odd = rare.reduce((sum, [, count]) => sum + count, 0)
  if (odd === 0 || odd > profile.filled * 0.03) return []
  return [
    {
      parameter: { check: 'rare_variant', columns: [profile.name], severity: 'minor' },
      ...holds(profile.filled - odd, profile.filled, '不是常见值的变体', 'are no variant of a frequent one'),
    },
  ]
}

/** The shape that nearly all have, if it is more than "some letters". */
function pattern({ profile, tight, loose }: Candidate): Suggestion[] {
  const shape = tight && tight.share >= DOMINANT ? tight : loose && loose.share >= DOMINANT ? loose : undefined
  if (!shape || !/9/.test(shape.pattern) || /字/.test(shape.pattern)) return []
  const holding = Math.round(shape.share * profile.filled)
  return [
    {
      parameter: { check: 'regex', columns: [profile.name], params: { pattern: patternOf(shape.pattern) }, severity: 'minor' },
      ...holds(holding, profile.filled, `形如 ${shape.pattern}`, `have the shape ${shape.pattern}`),
    },
  ]
}
