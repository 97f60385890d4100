import { formatDateTimeLong } from '@pematang/contract/format/date'
import type { Mandate } from './mandate-queries.ts'

const reasons: Record<NonNullable<Mandate['ended']>['reason'], string> = {
  REVOKED: 'dicabut',
  REPLACED: 'diganti kuasa baru',
  EXPIRED: 'gugur karena tidak ditandatangani tepat waktu',
  REFUSED: 'tidak dapat ditandatangani oleh penyedia tanda tangan elektronik',
  TIME: 'habis masa berlakunya',
}

/** The way and time in which a mandate ended, as the end of a sentence. */
export const endWords = ({ reason, at }: NonNullable<Mandate['ended']>): string =>
  `${reasons[reason]} pada ${formatDateTimeLong(new Date(at))}.`
