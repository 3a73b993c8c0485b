import { List } from './list.tsx'
import { useListState } from './use-list-state.ts'

/** The list as a page of its own: its state is the address. */
export const ListPage = () => <List {...useListState()} />
