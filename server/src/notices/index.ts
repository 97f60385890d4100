export { tellLender, tellLenders } from './notices.ts'
