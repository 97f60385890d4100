export { shownAfterEnd, tellLender, tellLenders } from './notices.ts'
