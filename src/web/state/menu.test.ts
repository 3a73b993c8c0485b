import { expect, test } from 'vitest'
import { allowsNode } from './ability-rules.ts'
import { authNodesOf } from './auth-nodes.ts'
import { addressOf, firstPage, listAddress, type MenuNode, recordAt, trailTo, visibleMenu } from './menu.ts'

const node = (id: number, change: Partial<MenuNode>): MenuNode => ({
  id,
  pid: 0,
  type: 'menu',
  title: String(id),
  name: `n${id}`,
  path: `n${id}`,
  icon: '',
  menu_type: 'tab',
  url: '',
  component: 'auth.admin',
  keepalive: 1,
  extend: 'none',
  ...change,
})

const button = (id: number, name: string) => node(id, { type: 'button', menu_type: null, name })
const page = node(2, { name: 'auth/admin', path: 'auth/admin', children: [button(3, 'auth/admin/edit')] })
const tree = [
  node(1, { type: 'menu_dir', menu_type: null, children: [page, node(4, { extend: 'add_rules_only' })] }),
  node(5, { type: 'menu_dir', menu_type: null }),
]

test('R-12 an iframe menu lives under its encoded address', () => {
  expect(addressOf(node(9, { menu_type: 'iframe', url: 'https://a.example/x?b=1&c=2' }))).toBe(
    '/admin/iframe/https%3A%2F%2Fa.example%2Fx%3Fb%3D1%26c%3D2',
  )
})

test('the menu shows no buttons, no hidden routes and no empty folders', () => {
  expect(visibleMenu(tree)).toEqual([{ ...tree[0], children: [{ ...page, children: [] }] }])
})

test('the trail leads from the folder to the page, and the first page is found below folders', () => {
  expect(trailTo(tree, '/admin/auth/admin').map((n) => n.id)).toEqual([1, 2])
  expect(trailTo(tree, '/admin/nowhere')).toEqual([])
  expect(firstPage(tree)?.id).toBe(2)
})

test('P-03 a button is allowed only when the page’s own list holds it; a page without an entry allows nothing', () => {
  const nodes = authNodesOf(tree)
  expect(nodes['/admin/auth/admin']).toEqual(['/admin/auth/admin/edit'])
  expect(allowsNode(nodes, '/admin/auth/admin', 'auth/admin/edit')).toBe(true)
  expect(allowsNode(nodes, '/admin/auth/admin', 'auth/admin/del')).toBe(false)
  expect(allowsNode(nodes, '/admin/unknown', 'auth/admin/edit')).toBe(false)
  // An entry that was given another address still has its buttons.
  expect(allowsNode(authNodesOf([{ ...page, path: 'people' }]), '/admin/people', 'auth/admin/edit')).toBe(true)
})

test('the list of a resource is found wherever its entry stands; one without a route leads nowhere', () => {
  expect(listAddress(tree, 'auth.admin')).toBe('/admin/auth/admin')
  expect(listAddress([{ ...page, path: 'people' }], 'auth.admin')).toBe('/admin/people')
  expect(listAddress([{ ...page, extend: 'add_menu_only' }], 'auth.admin')).toBe(null)
  expect(listAddress(tree, 'job')).toBe(null)
})

test('the page of a record stands below its list, by its number', () => {
  expect(recordAt('/admin/auth/admin/17')).toEqual({ list: '/admin/auth/admin', id: 17 })
  for (const path of [
    '/admin/auth/admin',
    '/admin/auth/admin/0',
    '/admin/auth/admin/1x',
    '/admin/auth/admin/-1',
    '/admin/7',
    '/user/account/7',
  ])
    expect(recordAt(path), path).toBe(null)
})
