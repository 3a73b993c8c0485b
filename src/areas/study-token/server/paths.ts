import type { Language, Words } from '#kernel'

const SAID = {
  tag: { 'zh-cn': '接口交付', en: 'Deliveries by machines' },
  push: { 'zh-cn': '交付一个文件', en: 'Hand a file over' },
  look: { 'zh-cn': '查看一次交付', en: 'Look at a delivery' },
  code: { 'zh-cn': '采集编号', en: 'Code of the gather project' },
  id: { 'zh-cn': '交付的 id', en: 'Id of the delivery' },
  skip: { 'zh-cn': '跳过列表中的前几行；每次最多给出 1000 行', en: 'How many rows of each list to skip; 1,000 are told at once' },
  name: { 'zh-cn': '文件名；文本按扩展名读取', en: 'Name of the file; among texts its ending decides how it is read' },
  key: {
    'zh-cn': '同样的键和内容两天内是同一次交付',
    en: 'The same key with the same content is the same delivery, for two days',
  },
  done: { 'zh-cn': 'code 为 1 表示成功', en: 'code 1: done' },
  refused: { 'zh-cn': '令牌已失效', en: 'The token is not valid any more' },
  foreign: { 'zh-cn': '令牌不能交付到这个采集项目', en: 'The token is not for this gather project' },
} as const satisfies Record<string, Words>

const EXAMPLE = `curl --fail-with-body -X POST "http://localhost:8000/api/study/intake/HTN-VS?name=vitals.csv" \\
  -H "authorization: Bearer $STUDY_TOKEN" -H "content-type: text/csv" -H "idempotency-key: 2026-11-17" \\
  --data-binary @vitals.csv`

const text = { type: 'string' }
const whole = { type: 'integer' }
const flag = { type: 'boolean' }
const maybe = { type: ['string', 'null'] }
const count = { type: ['integer', 'null'] }
const BINARY = { schema: { type: 'string', format: 'binary' } }
const ROWS = { rowsIn: count, rowsStored: count, rowsChanged: count, rowsSame: count, rowsRejected: count }

/** What a machine may call; it stands beside the calls that come from definitions. */
export const intakePaths = (language: Language): Record<string, object> => {
  const envelope = (properties: object) => ({
    description: SAID.done[language],
    content: {
      'application/json': {
        schema: { type: 'object', properties: { code: whole, msg: text, time: whole, data: { type: 'object', properties } } },
      },
    },
  })
  const answers = (properties: object) => ({
    200: envelope(properties),
    401: { description: SAID.refused[language] },
    403: { description: SAID.foreign[language] },
  })
  const about = { tags: [SAID.tag[language]], security: [{ machine: [] }] }
  const place = (name: string, description: string) => ({ name, in: 'path', required: true, schema: text, description })
  const rejected = { type: 'array', items: { type: 'object', properties: { row: whole, reason: text } } }
  const stopped = { type: 'array', items: { type: 'object', properties: { row: whole, rules: { type: 'array', items: text } } } }
  return {
    '/api/study/intake/{code}': {
      post: {
        ...about,
        summary: SAID.push[language],
        description: EXAMPLE,
        parameters: [
          place('code', SAID.code[language]),
          { name: 'name', in: 'query', schema: text, description: SAID.name[language] },
          { name: 'idempotency-key', in: 'header', schema: text, description: SAID.key[language] },
        ],
        requestBody: {
          required: true,
          content: { 'text/csv': BINARY, 'application/x-ndjson': BINARY, 'application/octet-stream': BINARY },
        },
        responses: answers({ id: whole, task: whole, sha256: text, size: whole }),
      },
    },
    '/api/study/intake/{id}': {
      get: {
        ...about,
        summary: SAID.look[language],
        parameters: [place('id', SAID.id[language]), { name: 'skip', in: 'query', schema: whole, description: SAID.skip[language] }],
        responses: answers({
          id: whole,
          number: whole,
          state: text,
          name: text,
          sha256: text,
          task: whole,
          working: flag,
          error: maybe,
          ...ROWS,
          rejected,
          stopped,
          more: flag,
        }),
      },
    },
  }
}
