export { tellLender } from './notices.ts'
