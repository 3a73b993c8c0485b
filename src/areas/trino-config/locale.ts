import { defineLocale } from '#kernel'
import { trinoConfig } from './index.ts'

export default defineLocale(trinoConfig, {
  'zh-cn': {
    title: 'Trino 引擎',
    remark:
      '数据超过一台机器的能力，或已在数据仓库中时，质控运行在 Trino 上执行。每次运行都写明所用引擎和原因；连不上时运行失败并说明，不会悄悄改用别的引擎。',
    fields: {
      status: '启用',
      url: '服务器地址',
      catalog: '目录（catalog）',
      schema: '模式（schema）',
      user: '用户名',
      access: '认证方式',
      secret: '密码或令牌',
      ca: 'CA 证书',
      above: '自动使用的行数界限',
      maxMinutes: '每条语句最长（分钟）',
      maxRows: '每条语句最多读取（行）',
      maxGigabytes: '每条语句最多读取（GB）',
    },
    options: { access: { none: '无', password: '密码', token: 'JWT 令牌' } },
    help: {
      url: '如 https://trino.example.org:8443；密码和令牌只经 https 发送',
      catalog: '登记表时默认的目录；交给 Trino 的快照也建在这里（Hive）',
      ca: 'PEM 格式；留空则只信任系统的证书',
      above: '引擎设为“自动”的研究，数据超过这么多行时用 Trino',
      maxMinutes:
        '三项限制留空则只受服务器自身的限制；一次运行由多条语句组成，超过限制的检查项标为“错误”并说明，其余照常；报告的概况超过限制时不画',
    },
    actions: { test: '测试连接' },
    errors: {
      incomplete: '请先填写服务器地址和用户名',
      clear: '密码和令牌只能经 https 发送，请改用 https 地址',
    },
  },
  en: {
    title: 'Trino engine',
    remark:
      'Runs go to Trino when there is more data than one machine holds, or when a table lies in a warehouse already. Every run names its engine and the reason; when the server cannot be reached the run fails with a sentence, and no other engine is used in silence.',
    fields: {
      status: 'Enabled',
      url: 'Server address',
      catalog: 'Catalog',
      schema: 'Schema',
      user: 'User',
      access: 'Authentication',
      secret: 'Password or token',
      ca: 'CA certificate',
      above: 'Rows above which it is chosen',
      maxMinutes: 'A statement may take (minutes)',
      maxRows: 'A statement may read (rows)',
      maxGigabytes: 'A statement may read (GB)',
    },
    options: { access: { none: 'None', password: 'Password', token: 'JWT token' } },
    help: {
      url: 'For example https://trino.example.org:8443; passwords and tokens go over https alone',
      catalog: 'Default for tables that are registered; snapshots handed to Trino are declared here as well (Hive)',
      ca: 'PEM; blank trusts the certificates of the machine alone',
      above: 'Studies whose engine is “automatic” are judged on Trino above so many rows',
      maxMinutes:
        'Blank leaves the three limits to the server. A run is many statements: a check that exceeds a limit is an error and says so, the others go on; beyond a limit the report has no profiles',
    },
    actions: { test: 'Test the connection' },
    errors: {
      incomplete: 'Fill in the server address and the user first',
      clear: 'Passwords and tokens are sent over https alone: use an https address',
    },
  },
})
