import { formatRupiah } from '@pematang/contract/format/rupiah'
import { type Action, type Decidable, decidable } from '../../staff/index.ts'
import { publishProduct, uploadProduct } from '../products/index.ts'
import { takeBackLoan } from '../take-over/index.ts'
import { offers } from './offers.ts'
import { repayments } from './repayments.ts'
import { terms } from './terms.ts'

/** The actions of loans in the console. */
export const actions: readonly Action[] = [...repayments, ...terms, ...offers]

/** What is proposed on the command line alone, and decided in the console. */
export const decidables: readonly Decidable[] = [
  decidable(publishProduct, {
    title: 'Tawarkan product',
    after: ({ published, loans }, { number }) => ({
      [`Product ${number}`]: published ? `ditawarkan, ${loans} pinjaman` : 'sudah ditawarkan',
    }),
  }),
  decidable(uploadProduct, { title: 'Unggah product' }),
  decidable(takeBackLoan, {
    title: 'Batalkan pengambilalihan pinjaman',
    after: ({ amount, fundings, known }) => ({
      Pinjaman: known ? 'sudah diambil kembali' : `${formatRupiah(amount)} diambil kembali`,
      Pendanaan: String(fundings),
    }),
  }),
]
