export { startProcess } from './process.ts'
