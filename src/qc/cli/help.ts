import { FORMATS } from '../source/reading.ts'
import type { Text } from '../text.ts'

export const HELP: Text = {
  zh: `数据质控命令

  qc head 文件…                         最前面的记录，原样
  qc profile 文件…                      剖析：类型、缺失、分布、疑似标识、建议参数
  qc init 文件…                         写出建议的控制参数，附依据，供删改
  qc check 文件… --parameters 参数.json  按控制参数检查
  qc diff 旧文件 新文件 --key 编号        比较两次交付
  qc pack edc|starter|fastq|vcf        生成参数包
  qc catalogue [检查类型…]              检查类型目录；给出名称或编号则列出其参数与示例

读入      --table 名称=文件  --file 文件（只检查，不读成表）
          --sheet 名称或序号  --format ${FORMATS.join('|')}
          --encoding gb18030  --delimiter ';'  --no-header
检查      --key [表=]列,列   --violations 输出.parquet|csv   --first N   --now 2026-01-31T00:00:00   --context 背景.json
Trino     qc check --trino https://… --catalog 目录 --schema 模式 --table [名称=]表 --parameters 参数.json（表在原处检查，不复制）
          --row 编号列   --user 用户   --password-file 文件 | --token-file 文件   --ca 证书.pem
          文件… --share 共用目录 --share-location 位置 | --share-location s3://桶/前缀 --s3-endpoint https://… --s3-key-file 文件（交给 Trino，用完即删）
          每条语句的上限：--max-minutes N   --max-rows N   --max-gb N
比较      --ignore 列,列（不比较的列）
剖析      --suggest 参数.json
报告      --report 报告.html|xlsx（check、profile，可多次）   --identifying（显示疑似姓名、证件号的值）
参数包    --dictionary 数据字典.csv   --missing-codes=-9,NI   --events 事件表单.csv   --repeating 表单,表单   --rules 规则.csv
输出      --json   --lang zh-cn|en
资源      --memory 1GB   --threads N   --spill 目录   --snapshot 目录（再次运行免解析）

退出码    0 通过 · 1 有检查未通过 · 2 输入有误`,
  en: `Quality control of data files

  qc head FILE…                             the first records as they are
  qc profile FILE…                          types, missingness, distribution, likely identifiers, suggested parameters
  qc init FILE…                             writes suggested parameters with what speaks for each
  qc check FILE… --parameters PARAMS.json   judge files by control parameters
  qc diff OLD NEW --key id                  compare two deliveries
  qc pack edc|starter|fastq|vcf             parameters ready to use
  qc catalogue [CHECK…]                     the check types; with names or codes, their settings and examples

Reading   --table name=FILE  --file FILE (judged, not read as a table)
          --sheet NAME|NUMBER  --format ${FORMATS.join('|')}
          --encoding gb18030  --delimiter ';'  --no-header
Checking  --key [table=]column,column   --violations OUT.parquet|csv   --first N   --now 2026-01-31T00:00:00   --context CONTEXT.json
Trino     qc check --trino https://… --catalog C --schema S --table [name=]TABLE --parameters PARAMS.json (judged where they lie, nothing is copied)
          --row COLUMN (numbers the rows)   --user NAME   --password-file FILE | --token-file FILE   --ca CERTIFICATES.pem
          FILE… --share DIR --share-location PLACE | --share-location s3://bucket/prefix --s3-endpoint https://… --s3-key-file FILE (handed over, gone afterwards)
          of each statement: --max-minutes N   --max-rows N   --max-gb N
Diff      --ignore column,column
Profile   --suggest PARAMS.json
Report    --report OUT.html|xlsx (check and profile, may be repeated)   --identifying (show values that look like names or numbers of persons)
Packs     --dictionary DICTIONARY.csv   --missing-codes=-9,NI   --events EVENTS.csv   --repeating form,form   --rules RULES.csv
Output    --json   --lang zh-cn|en
Resources --memory 1GB   --threads N   --spill DIR   --snapshot DIR (a second run parses nothing)

Exit code 0 passed · 1 checks failed · 2 bad input`,
}
