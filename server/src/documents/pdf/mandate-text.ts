import { formatDateLong, lastMomentBefore } from '@pematang/contract/format/date'
import type { OpenCertificate } from '../signature/certificate.ts'
import type { Article, ContractText, Fact } from './content.ts'
import { cleanAll } from './clean-text.ts'
import { mandateRisks, mandateSignature } from './mandate-closing.ts'
import { type RenderedAgreement, renderContract } from './render.ts'
import { disputeArticle, inFiguresAndWords, lenderParty, operatorParty } from './shared-text.ts'
import type { AgreementSnapshot } from './snapshot.ts'

/** The whole content of a mandate to fund automatically, fixed when it is prepared. */
export type MandateSnapshot = Pick<
  AgreementSnapshot,
  'preparedAt' | 'platformSigned' | 'operator' | 'lender'
> & {
  number: string
  /** The maximum of its fundings per loan, and in total; whole rupiah. */
  largestPerLoan: number
  totalBudget: number
  /** ISO 8601: the end of its validity. */
  validUntil: string
  /** How many seconds the mandate waits for its signature. */
  signatureSeconds: number
}

const ceilings = ({ largestPerLoan, totalBudget, validUntil }: MandateSnapshot): Fact[] => [
  { label: 'Paling banyak per pinjaman', value: inFiguresAndWords(largestPerLoan) },
  { label: 'Paling banyak seluruhnya', value: inFiguresAndWords(totalBudget) },
  { label: 'Berlaku sampai dengan', value: formatDateLong(lastMomentBefore(validUntil)) },
]

/** The scope and ceilings of the mandate. Each clause is a rule that the server checks. */
const powers = (snapshot: MandateSnapshot): Article[] => [
  {
    heading: 'Kuasa',
    clauses: [
      {
        text:
          'Pemberi Dana memberi kuasa kepada Penyelenggara untuk mendanai, atas nama dan dengan dana Pemberi Dana, ' +
          'pinjaman yang sesuai dengan strategi pendanaan otomatis yang dibuat dan diaktifkan Pemberi Dana sendiri di ' +
          'Sistem, dan untuk meminta tanda tangan elektronik Pemberi Dana atas kedua perjanjiannya (“Kuasa”).',
      },
      {
        text:
          'Penyelenggara tidak memilih menurut pertimbangannya sendiri. Pinjaman yang tidak sesuai dengan strategi yang ' +
          'aktif tidak didanai.',
      },
      {
        text:
          'Kuasa ini tidak meliputi hal lain, seperti penarikan dana, perubahan data Pemberi Dana, atau persetujuan atas ' +
          'perubahan perjanjian yang sudah ditandatangani.',
      },
    ],
  },
  {
    heading: 'Batas',
    clauses: [
      { text: 'Pendanaan berdasarkan Kuasa ini dibatasi sebagai berikut:', facts: ceilings(snapshot) },
      {
        text:
          'Batas per pinjaman berlaku untuk semua pendanaan berdasarkan Kuasa ini pada satu pinjaman. Batas seluruhnya ' +
          'berlaku untuk semua pendanaan berdasarkan Kuasa ini yang menunggu tanda tangan atau sudah ditandatangani. ' +
          'Pokok yang sudah dibayar kembali tetap dihitung; pendanaan yang batal atau dikembalikan tidak dihitung.',
      },
      {
        text:
          'Ketentuan setiap pendanaan tetap berlaku: cash balance harus mencukupi, minimal pendanaan dan sisa pinjaman ' +
          'dipenuhi, dan batas pendanaan menurut peraturan tidak dilampaui.',
      },
    ],
  },
]

const howItIsUsed: Article = {
  heading: 'Perjanjian setiap pendanaan',
  clauses: [
    {
      text:
        'Untuk setiap pendanaan dibuat Perjanjian Pendanaan dengan Penerima Dana dan Perjanjian Pemberian Fasilitas ' +
        'Pendanaan dengan Penyelenggara, dengan naskah yang sama seperti pada pendanaan yang dipilih sendiri. Pemberi Dana ' +
        'menyetujui bahwa keduanya ditandatangani tanpa ditampilkan lebih dahulu.',
    },
    {
      text:
        'Keduanya ditandatangani atas nama Pemberi Dana oleh penyedia tanda tangan elektronik di server; hanya sidik jari ' +
        'dokumen yang dikirim kepada penyedia. Dana baru berpindah setelah kedua dokumen ditandatangani.',
    },
    { text: 'Kedua dokumen dapat diunduh dari portofolio Pemberi Dana setelah ditandatangani.' },
  ],
}

const howItEnds: Article = {
  heading: 'Berakhirnya Kuasa',
  clauses: [
    {
      text: 'Kuasa ini berakhir seketika:',
      points: [
        'jika Pemberi Dana mencabutnya di Sistem, kapan saja, tanpa alasan dan tanpa kata sandi;',
        'jika Kuasa baru dari Pemberi Dana sudah ditandatangani;',
        'jika masa berlakunya habis;',
        'jika Penyelenggara mencabutnya dengan alasan yang dicatat.',
      ],
    },
    {
      text:
        'Selama akun Pemberi Dana ditangguhkan atau ditutup, atau penyedia tanda tangannya tidak dapat menandatangani di ' +
        'server, Kuasa ini tidak dipakai.',
    },
    {
      text:
        'Pendanaan yang pada saat itu belum ditandatangani tidak ditandatangani lagi dan dananya kembali penuh ke cash ' +
        'balance. Pendanaan yang sudah ditandatangani tetap berlaku menurut perjanjiannya.',
    },
  ],
}

export function mandateText(given: MandateSnapshot): ContractText {
  const snapshot = cleanAll(given)
  const date = formatDateLong(snapshot.preparedAt)
  const [lender, operator] = [lenderParty(snapshot), operatorParty(snapshot)]
  return {
    kind: 'mandate',
    title: 'Perjanjian Kuasa Pendanaan Otomatis',
    number: snapshot.number,
    dateLine: date,
    opening: `Perjanjian Kuasa Pendanaan Otomatis ini (“Perjanjian”) dibuat pada tanggal ${date} antara pihak-pihak berikut (“Para Pihak”):`,
    parties: [lender, operator],
    considerations: [
      'Penyelenggara mengoperasikan layanan pendanaan bersama berbasis teknologi informasi (“Sistem”).',
      'Pemberi Dana ingin mendanai pinjaman menurut aturan yang ditetapkannya sendiri, tanpa memilihnya satu per satu.',
    ],
    articles: [
      ...powers(snapshot),
      howItIsUsed,
      howItEnds,
      mandateRisks,
      mandateSignature(snapshot.signatureSeconds),
      disputeArticle(),
    ],
    closing:
      'Demikian Perjanjian ini disepakati oleh Para Pihak dengan iktikad baik, tanpa paksaan, dan setelah dibaca serta ' +
      'dipahami seluruhnya.',
    copyNote: null,
    essence: ceilings(snapshot),
    signatories: [lender, operator],
    issuer: null,
    proof: [],
    schedule: null,
  }
}

/** Renders the PDF of a mandate. The same snapshot and certificate give the same bytes if the key is RSA. */
export const renderMandate = (snapshot: MandateSnapshot, certificate: OpenCertificate): RenderedAgreement =>
  renderContract(mandateText(snapshot), snapshot, certificate)
