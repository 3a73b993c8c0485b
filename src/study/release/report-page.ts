import { html, NOTHING, type Markup } from '#qc/report/markup.ts'
import type { Evidence } from './package.ts'

const STYLE = `body{font:15px/1.6 system-ui,'PingFang SC','Microsoft YaHei',sans-serif;max-width:1000px;margin:2rem auto;padding:0 1rem;color:#1b1f24}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem;border-bottom:1px solid #d5d9de}.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #e6e9ec}th{white-space:nowrap;font-weight:600}
code{font-size:.85em;overflow-wrap:anywhere}.note{color:#5a636e}.failed,.error{color:#b42318}.warned{color:#8a5a00}.passed{color:#1a7f37}`

type Cell = string | number | Markup
const table = (heads: readonly string[], rows: readonly (readonly Cell[])[]): Markup =>
  rows.length === 0
    ? html`<p class="note">无 · None</p>`
    : html`<div class="wide">
        <table>
          <thead>
            <tr>
              ${heads.map((head) => html`<th scope="col">${head}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) =>
                html`<tr>
                  ${row.map((one) => html`<td>${one}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`

const STATUS: Readonly<Record<string, string>> = {
  passed: '通过 · passed',
  failed: '不通过 · failed',
  warned: '警告 · warned',
  not_applicable: '不适用 · not applicable',
  skipped: '未执行 · skipped',
  error: '出错 · error',
}
const STATES: Readonly<Record<string, string>> = { accepted: '接受 · accepted', false_positive: '误报 · false positive' }
const count = (n: number | null): string => (n === null ? '< 5' : String(n))
const day = (at: unknown): string =>
  (at instanceof Date ? at.toISOString() : typeof at === 'string' ? at : '').slice(0, 16).replace('T', ' ')
const SAME = (is: boolean | null): string =>
  is === null ? '无法判断 · cannot be told' : is ? '是 · yes' : '否，数据此后有改动 · no, the data have changed since'

const runs = ({ quality }: Evidence): Markup[] =>
  quality.runs.map(
    (run) =>
      html`<h3>${run.set}（${run.form || '整个研究 · the whole study'}）</h3>
        <p>
          ${day(run.finishedAt)} UTC · 得分 · score ${run.score === null ? '–' : run.score.toFixed(1)} · 判断的就是这份数据 · judged exactly
          these data: ${SAME(run.isSameData)}
        </p>
        ${table(
          ['参数 · Parameter', '版本 · Version', '检查 · Check', '对象 · Target', '结果 · Result', '违反 / 判断 · Violated of judged'],
          run.results.map((one) => [
            one.parameter,
            one.version,
            one.check,
            one.target || one.form,
            html`<b class="${one.status}">${STATUS[one.status] ?? one.status}</b>`,
            `${count(one.violated)} / ${count(one.judged)}`,
          ]),
        )}`,
  )

/** The evidence for people: the same facts as `evidence.json`, in both languages, in one file that loads nothing. */
export const reportPage = (evidence: Evidence): string => {
  const { project, study, madeAt, sources, withdrawnSubjects, deidentification: plan, quality, leftOut } = evidence
  const page = html`<!doctype html>
    <html lang="zh-CN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${String(project['title'] ?? study)}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <h1>数据包的质量与证据 · Quality and evidence of the package</h1>
        <p>${study} · ${String(project['code'] ?? '')} ${String(project['title'] ?? '')} · ${day(madeAt)} UTC</p>
        <p class="note">
          计数针对整个研究，少于五的不写出；不含受试者、记录和数值。· Counts are of the whole study, fewer than five are not told; no
          subject, record or value stands here.
        </p>
        <h2>快照 · Snapshot</h2>
        ${table(
          ['表单 · Form', '行 · Rows', 'SHA-256'],
          sources.map(({ form, rows, sha256 }) => [form, rows, html`<code>${sha256}</code>`]),
        )}
        <p>已退出、数据未放入的受试者 · Subjects who have withdrawn, whose data are not here: ${count(withdrawnSubjects)}</p>
        <h2>质控运行 · QC runs</h2>
        ${quality.runs.length > 0 ? runs(evidence) : table([], [])}
        <h2>接受的例外 · Accepted exceptions</h2>
        ${table(
          ['参数 · Parameter', '表单 · Form', '变量 · Field', '处理 · Decision', '原因 · Reason', '人数 · Persons', '谁 · By'],
          quality.exceptions.map((one) => [
            one.parameter,
            one.form,
            one.field,
            STATES[one.state] ?? one.state,
            one.reason,
            count(one.persons),
            `${one.by} ${day(one.at)}`,
          ]),
        )}
        <h2>豁免 · Waivers</h2>
        ${table(
          ['事项 · What', '原因 · Reason', '申请 · Asked by', '同意 · Granted by'],
          quality.waivers.map((one) => [`${one.title} · ${one.titleEn}`, one.reason, one.by, `${one.grantedBy} ${day(one.grantedAt)}`]),
        )}
        <h2>锁定与签名 · Locks and signatures</h2>
        ${table(
          ['范围 · Scope', '级别 · Level', '原因 · Reason', '谁 · By'],
          quality.locks.map((one) => [one.scope, one.level, one.reason, `${one.by} ${day(one.since)}`]),
        )}
        ${table(
          ['签名 · Signed by', '含义 · Meaning', '内容摘要 · Content hash', '复算一致 · Computed again'],
          quality.signatures.map((one) => [
            `${one.by} ${day(one.signedAt)}`,
            one.meaning,
            html`<code>${one.hash}</code>`,
            one.checkedHash === one.hash ? `是 · same ${day(one.checkedAt)}` : '否 · no',
          ]),
        )}
        <h2>去标识 · De-identification</h2>
        <p>
          k ${plan.k.wanted} → ${plan.k.reached ?? '–'}${plan.l ? html` · l ${plan.l.wanted} → ${plan.l.reached ?? '–'}` : NOTHING} ·
          未放入的受试者 · subjects left out: ${plan.suppressedSubjects}
        </p>
        ${table(
          ['表单 · Form', '变量 · Variable', '处理 · Treatment', '准标识符 · Quasi-identifier'],
          plan.variables.map((one) => [one.form, one.variable, JSON.stringify(one.treatment), one.quasi ? '是 · yes' : '']),
        )}
        <p class="note">k-匿名不能防范了解某人许多其他情况的人；已下载的数据无法收回。· ${plan.limits}</p>
        ${
          leftOut.length > 0
            ? html`<h2>未放入的文件 · Files left out</h2>
                ${table(
                  ['文件 · File', '原因 · Why'],
                  leftOut.map(({ name, why }) => [name, `${why['zh-cn']} · ${why.en}`]),
                )}`
            : NOTHING
        }
      </body>
    </html>`
  return page.source
}
