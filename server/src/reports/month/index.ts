/** Public interface of the report of a month: the figures that a supervisor asks for. */
export { monthReport } from './report.ts'
