import { List } from './list.tsx'
import { useOpenedState } from './use-list-state.ts'

/** The list as a page of its own: its state is the address, or what it opens with. */
export const ListPage = () => <List {...useOpenedState()} />
