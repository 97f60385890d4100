export { VoteList } from './vote-list.tsx'
export { VoteScreen } from './vote-screen.tsx'
