import type { NoticeData, NoticeRow, NoticeText } from './notice-data.ts'

export type BankAccountRow = Extract<NoticeRow, { kind: 'BANK_ACCOUNT_CHANGED' | 'BANK_ACCOUNT_REQUEST' }>

export const isBankAccountRow = (row: NoticeRow): row is BankAccountRow =>
  row.kind === 'BANK_ACCOUNT_CHANGED' || row.kind === 'BANK_ACCOUNT_REQUEST'

const ask = 'Jika bukan Anda yang memintanya, segera hubungi kami.'

export function bankAccountText(row: BankAccountRow): NoticeText {
  if (row.kind === 'BANK_ACCOUNT_REQUEST') return requestText(row.data)
  const { bankName, lastDigits, isFirst = false } = row.data
  return {
    tone: isFirst ? 'info' : 'warning',
    title: isFirst ? 'Rekening Anda terdaftar' : 'Rekening terdaftar diubah',
    message: `Penarikan dana ${isFirst ? '' : 'berikutnya '}dikirim ke rekening ${bankName} berakhiran ${lastDigits}. ${ask}`,
  }
}

const titles: Record<NoticeData['BANK_ACCOUNT_REQUEST']['request'], string> = {
  ASKED: 'Rekening tujuan baru diminta',
  REFUSED: 'Rekening tujuan baru ditolak',
  EXPIRED: 'Permintaan rekening tujuan berakhir',
}

function requestText({ request, ...data }: NoticeData['BANK_ACCOUNT_REQUEST']): NoticeText {
  const account = `rekening ${data.bankName} berakhiran ${data.lastDigits}`
  const stays = 'Rekening tujuan Anda tidak berubah.'
  const message = {
    ASKED: `Penarikan dana ke ${account} diminta untuk akun Anda, dan menunggu pemeriksaan kami. ${ask}`,
    REFUSED: `Permintaan ${account} ditolak: ${data.reason ?? ''} ${stays}`,
    EXPIRED: `Permintaan ${account} berakhir tanpa keputusan. ${stays} Anda dapat mengajukannya kembali.`,
  }[request]
  return { tone: 'warning', title: titles[request], message }
}

/** The same in few words, for an SMS with a link. */
export function bankAccountShortText({ kind, data }: BankAccountRow): string {
  const account = `${data.bankName} berakhiran ${data.lastDigits}`
  if (kind === 'BANK_ACCOUNT_REQUEST') return `${titles[data.request]}: ${account}`
  return `Rekening Anda ${data.isFirst ? 'terdaftar' : 'diubah'}: ${account}`
}
