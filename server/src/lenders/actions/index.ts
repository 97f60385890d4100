import { type Action, type Decidable, decidable } from '../../staff/index.ts'
import { setLimits } from '../limits/index.ts'
import { storeSigner } from '../profile/index.ts'
import { publishRiskWarning } from '../risk-warning/index.ts'
import { access } from './access.ts'
import { facts } from './facts.ts'

/** The actions of lenders in the console. */
export const actions: readonly Action[] = [...access, ...facts]

/** What is proposed on the command line alone, and decided in the console. */
export const decidables: readonly Decidable[] = [
  decidable(setLimits, {
    title: 'Tetapkan batas pendanaan',
    after: ({ version, holdsFrom, beyondLaw }) => ({
      'Batas pendanaan': `versi ${version}, berlaku ${holdsFrom}`,
      ...(beyondLaw.length === 0 ? {} : { 'Lebih longgar daripada peraturan': beyondLaw.join('; ') }),
    }),
  }),
  decidable(storeSigner, {
    title: 'Ubah penyelenggara tanda tangan',
    after: ({ dgsignType }) => ({ 'Penyelenggara tanda tangan': dgsignType }),
  }),
  decidable(publishRiskWarning, {
    title: 'Terbitkan pernyataan risiko',
    after: ({ version, sha256 }) => ({ 'Pernyataan risiko': `versi ${version}`, 'SHA-256': sha256 }),
    told: () => ['Setiap Pemberi Dana diminta menyetujuinya sebelum pendanaan berikutnya.'],
  }),
]
