import type { NoticeData, NoticeText } from './notice-data.ts'

type Keys = NoticeData['KEYS_CHANGED']

const changes: Record<Keys['change'], string> = { MADE: 'dibuat', ROTATED: 'diganti', REVOKED: 'dicabut' }

/** The text about a key of the lender's systems. */
export const keyText = ({ change, label }: Keys): NoticeText => ({
  tone: change === 'REVOKED' ? 'info' : 'warning',
  title: `Kunci API ${changes[change]}`,
  message: `Kunci API “${label}” ${changes[change]}. Dengan kunci, sistem Anda membaca data akun ini. Jika bukan Anda, cabut kunci itu dan segera hubungi kami.`,
})

/** The same in few words, for an SMS with a link. */
export const keyShortText = ({ change }: Keys): string => `Kunci API akun Anda ${changes[change]}`
