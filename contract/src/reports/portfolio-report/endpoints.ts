import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { calendarDayField, exportedFile, exportFormat } from '../../fields.ts'

export const exportPortfolioReport = endpoint({
  operationId: 'exportPortfolioReport',
  method: 'GET',
  path: '/statements/portfolio',
  auth: 'lender',
  costs: 'DOWNLOAD',
  summary:
    'The positions of this lender at the end of a day, as they were recorded by then: principal left, days late, quality, next installment and interest received, as CSV or XLSX, the oldest funding first. A later correction does not change them. Until a day is over its report shows what is recorded so far.',
  query: z.strictObject({ on: calendarDayField, format: exportFormat }),
  answer: exportedFile,
  errors: ['DATE_IN_FUTURE'],
})
