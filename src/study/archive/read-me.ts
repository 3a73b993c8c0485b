/** In the archive itself: whoever opens it in twenty years has no other page of ours. */
export const READ_ME = `研究归档 · Archive of a study

内容
  data/*.ndjson            每条记录一行：[受试者, 访视, 实例, 录入次序, [[变量槽号, 值], …]]，值与录入时一致。
                           文件的 SHA-256 就是签名页上该表单的摘要。
  data/*.csv               同样的记录，以变量代码为列名。
  dictionary/*.json        数据字典的每个版本（变量槽号 slot 在各版本中不变）。
  dictionary/study.odm.xml 最后一版字典和访视计划（CDISC ODM 1.3）。
  subjects / team / deliveries / comments.ndjson   受试者（不含身份信息）、团队、交付、讨论。
  files.ndjson             受试者的数据文件：名称、访视、各版本及其 SHA-256（文件内容按此摘要存于系统）。
  quality/                 质控运行、问题、质疑及其往来、核查计划与标记、双录入、最近的质控报告。
  closing/                 签名、锁定、豁免、数据发放。
  trail/entries.ndjson     全程记录；sha256 为该条全文的摘要，seal 为其所在的链节。
  trail/values.ndjson      每个值的每次变化：变化前、变化后、谁、何时、来源。
  archive.json             表单、记录数与内容摘要。

核对
  sha256sum -c SHA256SUMS
  sha256sum data/表单.ndjson   与签名页比较
  内容摘要 = 对按表单代码排列的各行 ["表单",记录数,"摘要"]（各以换行结尾）求 SHA-256。

Contents
  data/*.ndjson            one record to a line: [subject, visit, instance, entry, [[slot, value], …]], values as they were entered.
                           The SHA-256 of the file is the hash of that form on the signature page.
  data/*.csv               the same records with the codes of the variables as columns.
  dictionary/*.json        every version of the dictionary; the slot of a variable never changes.
  dictionary/study.odm.xml the last version with the plan of visits (CDISC ODM 1.3).
  subjects / team / deliveries / comments.ndjson   subjects without their identities, the team, what was delivered and said.
  files.ndjson             data files of the subjects: name, visit, every version with its SHA-256 (the system stores the bytes under that hash).
  quality/                 runs, findings, queries with their threads, the plan and the marks of verification, second entries, the latest reports.
  closing/                 signatures, locks, waivers, releases.
  trail/entries.ndjson     the audit trail; sha256 is over the whole text of an entry, seal is the link of the chain that holds it.
  trail/values.ndjson      every change of every value: before, after, who, when, where from.
  archive.json             forms, numbers of records and the hash of the content.

To check
  sha256sum -c SHA256SUMS
  sha256sum data/FORM.ndjson   and compare it with the signature page
  The hash of the content is the SHA-256 of the lines ["form",records,"hash"], ordered by the code of the form, each with its newline.
`
