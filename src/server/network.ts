import { isIPv6 } from 'node:net'

const GROUPS = 8
const OURS = 4

/** A household of IPv6 addresses (its /64) is one sender; an IPv4 address is one by itself, also when it is written as IPv6. */
export const networkOf = (ip: string): string => {
  if (!isIPv6(ip) || ip.includes('.')) return ip.replace(/^::ffff:/i, '')
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array.from({ length: GROUPS - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, OURS)
  return groups.map((g) => Number.parseInt(g, 16).toString(16)).join(':')
}
