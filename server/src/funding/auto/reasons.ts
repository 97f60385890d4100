import type { AutoFundingReason } from '@pematang/contract/funding/auto/endpoints'
import type { LoanReason } from './allocation/outcomes.ts'
import { type RefusalCode, type RefusalParams, refusals } from '@pematang/contract/catalogue'

const loanReasons: Record<LoanReason, string> = {
  LINE: 'Pinjaman ini diminta lebih banyak Pemberi Dana daripada dana yang masih dibutuhkan. Giliran Anda belum sampai.',
  HAND_PICKING:
    'Bagian pinjaman ini untuk pendanaan otomatis sudah habis. Sisanya masih disediakan untuk pilihan langsung Pemberi Dana.',
  LEFT_TOO_SMALL: 'Sisa pinjaman ini lebih kecil daripada minimum pendanaannya.',
  REMAINDER: 'Jumlah Anda akan meninggalkan sisa di bawah minimum pendanaan pinjaman ini.',
  BELOW_MINIMUM: 'Jumlah per pinjaman pada strategi ini di bawah minimum pendanaan pinjaman tersebut.',
  ALREADY_FUNDED: 'Anda sudah mendanai pinjaman ini sebesar jumlah per pinjaman pada strategi ini.',
  BORROWER: 'Batas Anda untuk satu Penerima Dana sudah tercapai.',
  BUDGET: 'Anggaran strategi ini sudah terpakai.',
  CASH: 'Cash balance Anda, setelah dana siaga yang disisakan, tidak mencukupi.',
  MANDATE_LOAN: 'Batas per pinjaman menurut kuasa Anda tidak mencukupi.',
  MANDATE_BUDGET: 'Batas seluruh pendanaan menurut kuasa Anda sudah terpakai.',
  REFUSED_LATELY:
    'Pendanaan pinjaman ini oleh strategi ini belum lama ditolak. Strategi ini baru memintanya lagi sehari setelah penolakan itu.',
  OTHER_STRATEGY: 'Strategi Anda yang lebih dahulu sudah meminta pinjaman ini.',
}

const strategyReasons = {
  NO_MANDATE: 'Tidak ada kuasa pendanaan otomatis yang berlaku, sehingga strategi ini tidak dijalankan.',
  NOT_READY:
    'Akun Anda belum dapat mendanai: periksa peringatan risiko dan penanggung jawab perusahaan Anda.',
  NO_MATCH: 'Tidak ada pinjaman yang dibuka yang sesuai dengan strategi ini.',
} as const

/** Why a decided funding was not ordered, in addition to the refusals of any funding. */
const orderReasons = {
  STOPPED:
    'Strategi ini dijeda atau diakhiri setelah putaran ini diputuskan, sehingga pendanaan ini tidak dijalankan.',
  CHANGED:
    'Strategi ini diubah setelah putaran ini diputuskan. Putaran berikutnya memakai ketentuan yang baru.',
  LATE: 'Pendanaan ini tidak dapat diproses pada waktunya. Dana Anda tidak dipakai.',
  FAILED: 'Pendanaan ini tidak dapat diproses. Dana Anda tidak dipakai.',
} as const

export type OrderReason = keyof typeof orderReasons

const sentences: Readonly<Record<string, string>> = { ...loanReasons, ...strategyReasons, ...orderReasons }

/** The sentence for a reason; its code is one of these or that of a refusal. */
export function reasonOf(code: string, params: RefusalParams = {}): AutoFundingReason {
  const message = sentences[code] ?? refusals[code as RefusalCode]?.sentence(params)
  return { code, message: message ?? orderReasons.FAILED }
}
