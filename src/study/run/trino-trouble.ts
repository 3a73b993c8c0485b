import { refuse, type Refusal } from '#kernel'
import { TrinoError } from '#qc/trino/statement.ts'
import { TransportError } from '#qc/trino/transport.ts'

/** Why a server was not reached, or did not do what was asked, for whoever waits at the screen. */
const WORDS = {
  'zh-cn': {
    errors: {
      refused: '{host} 没有服务应答：地址或端口不对，或 Trino 没有启动',
      unknown: '找不到主机 {host}，请核对服务器地址',
      silent: '{host} 没有及时应答，请核对地址、端口和防火墙',
      untrusted: '{host} 的证书不受信任：请把签发机构的证书填入“CA 证书”，并核对主机名',
      plain: '{host} 在这个端口上不使用 TLS：请核对端口，或把地址改为 http://',
      denied: '{host} 不接受这个用户名、密码或令牌',
      stranger: '{host} 应答了，但它不是 Trino 服务器',
      patterns: '{host} 的正则表达式库是 JONI：请在所有节点的 config.properties 中设置 regex-library=RE2J',
      numbers: '指定的行号列不能给行编号：每行的值要各不相同、不为空，且不超过 2^53（{reason}）',
      absent: 'Trino 中没有这张表（或这一列），或不允许读取：{reason}',
      other: 'Trino 说：{reason}',
    },
  },
  en: {
    errors: {
      refused: 'Nothing answers at {host}: the address or port is wrong, or Trino is not started',
      unknown: 'There is no host {host}; check the server address',
      silent: '{host} did not answer in time; check address, port and firewall',
      untrusted:
        'The certificate of {host} is not trusted: give that of its authority under “CA certificate”, and check the name of the host',
      plain: '{host} speaks no TLS at this port: check the port, or begin the address with http://',
      denied: '{host} does not accept this user, password or token',
      stranger: '{host} answers, but it is no Trino server',
      patterns: '{host} reads regular expressions with JONI: set regex-library=RE2J in config.properties of all nodes',
      numbers: 'The column given for row numbers does not number the rows: each needs another number, none above 2^53 ({reason})',
      absent: 'Trino has no such table or column, or it may not be read: {reason}',
      other: 'Trino says: {reason}',
    },
  },
} as const

type Trouble = keyof (typeof WORDS)['en']['errors']

const BY_CODE: Readonly<Record<string, Trouble>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown',
  EAI_AGAIN: 'unknown',
  ETIMEDOUT: 'silent',
  EHOSTUNREACH: 'silent',
  ENETUNREACH: 'silent',
  SILENT: 'silent',
  STRANGER: 'stranger',
  REGEX_LIBRARY: 'patterns',
  ROW_NUMBERS: 'numbers',
  TABLE_NOT_FOUND: 'absent',
  COLUMN_NOT_FOUND: 'absent',
  SCHEMA_NOT_FOUND: 'absent',
  CATALOG_NOT_FOUND: 'absent',
  MISSING_CATALOG_NAME: 'absent',
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof TransportError && (error.status === 401 || error.status === 403)) return 'denied'
  const code = error instanceof TransportError || error instanceof TrinoError ? (error.code ?? '') : ''
  // OpenSSL has many names for it.
  if (/CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|TLS_/.test(code)) return 'untrusted'
  if (/SSL|EPROTO/.test(code)) return 'plain'
  return BY_CODE[code] ?? (error instanceof TransportError && error.status !== undefined ? 'stranger' : 'other')
}

export const trouble = (url: string, error: unknown): Refusal => {
  const reason = error instanceof Error ? error.message.slice(0, 300) : String(error)
  return refuse(WORDS, troubleOf(error), { host: new URL(url).host, reason })
}
