import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import type { KeptBytes } from '../../documents/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { insertPdf } from './store.ts'

type Pdf = { lenderId: number; month: BusinessDate; kept: KeptBytes }

/** Stores the PDF of an issued statement, unless one exists already. */
export const keepPdf = mutation<Context, Pdf, { kept: boolean }>({
  operation: 'keepStatementPdf',
  permit: ['system'],
  async run(tx, pdf) {
    const kept = await insertPdf(tx, pdf)
    return {
      answer: { kept },
      subject: `statement:${pdf.lenderId}:${pdf.month.slice(0, 7)}`,
      detail: { kept, sha256: pdf.kept.sha256.toString('hex') },
    }
  },
})
