import { formatDateLong, formatTenor } from '@pematang/contract/format/index'
import { consentClause, consentFacts } from './consent-text.ts'
import type { AgreementContent, Article } from './content.ts'
import {
  benefitFacts,
  borrowerParty,
  copyNote,
  disputeArticle,
  dueDateRule,
  essenceFacts,
  finalDueDate,
  fundingFacts,
  lenderParty,
  offerEndArticles,
  operatorParty,
  penaltyClauses,
  scheduleTable,
  signatureArticle,
  taxRateRule,
} from './shared-text.ts'
import { type AgreementSnapshot, documentNumber } from './snapshot.ts'

/** The data of the PPFP in the PP that belongs to it. */
export interface FacilityReference {
  number: string
  textHash: string
}

function subject(snapshot: AgreementSnapshot, facility: FacilityReference): Article[] {
  return [
    {
      heading: 'Pengertian',
      clauses: [
        {
          text: 'Dalam Perjanjian ini, istilah berikut dipakai dengan arti:',
          points: [
            'Pendanaan: penyaluran dana Pemberi Dana kepada Penerima Dana melalui Sistem, sebesar jumlah dalam Pasal 2.',
            'Penyelenggara: ' +
              `${snapshot.operator.name}, yang menyediakan, mengelola, dan mengoperasikan layanan pendanaan bersama.`,
            'Sistem: sarana elektronik Penyelenggara tempat Perjanjian ini dibuat dan dijalankan.',
            'Perjanjian Fasilitas: Perjanjian Pemberian Fasilitas Pendanaan antara Penyelenggara dan Pemberi Dana ' +
              `Nomor ${facility.number}, dengan sidik jari teks ${facility.textHash}.`,
            'Manfaat Ekonomi: imbal hasil yang dibayar Penerima Dana, termasuk bunga.',
          ],
        },
      ],
    },
    {
      heading: 'Pendanaan',
      clauses: [
        {
          text:
            'Pemberi Dana menyalurkan Pendanaan kepada Penerima Dana, dan Penerima Dana menerimanya sebagai utang, ' +
            'dengan pokok-pokok berikut:',
          facts: fundingFacts(snapshot),
        },
        {
          text:
            'Pendanaan ini dapat merupakan bagian dari satu pinjaman yang didanai oleh beberapa Pemberi Dana. Hak dan ' +
            'kewajiban tiap Pemberi Dana berdiri sendiri, sebatas bagiannya.',
        },
        {
          text:
            'Penerima Dana menggunakan Pendanaan hanya untuk tujuan yang disebut dalam ayat (1) dan tidak untuk ' +
            'kegiatan yang dilarang peraturan perundang-undangan.',
        },
        {
          text:
            'Pendanaan disalurkan melalui rekening penampungan (escrow) dan virtual account yang disediakan untuk ' +
            'Para Pihak. Penyelenggara tidak menjadi pemilik dana itu.',
        },
      ],
    },
    {
      heading: 'Manfaat Ekonomi dan pajak',
      clauses: [
        {
          text:
            'Penerima Dana membayar bunga menurut tarif dan cara hitung dalam Pasal 2. Jika semua angsuran dibayar ' +
            'tepat waktu, hasilnya bagi Pemberi Dana adalah:',
          facts: benefitFacts(snapshot),
        },
        {
          text:
            'Pajak Penghasilan dipotong dari bunga bruto pada tiap pembayaran menurut Peraturan Menteri Keuangan ' +
            'Nomor 69/PMK.03/2022. Pokok tidak dikenai pajak. Pemberi Dana memperoleh bukti potong. ' +
            taxRateRule(snapshot),
        },
      ],
    },
  ]
}

function duties(snapshot: AgreementSnapshot): Article[] {
  const { loan } = snapshot
  return [
    {
      heading: 'Jangka waktu dan pembayaran',
      clauses: [
        {
          text:
            `Jangka waktu Pendanaan adalah ${formatTenor(loan.tenor, loan.tenorPeriodName)} sejak pinjaman dicairkan. ` +
            dueDateRule(snapshot),
        },
        {
          text:
            'Penerima Dana membayar pokok dan bunga menurut jadwal dalam Lampiran, yang dihitung dari jumlah pendanaan ' +
            'dan ketentuan dalam Pasal 2 saja. Tanggal dalam Lampiran adalah tanggal jika pinjaman dicairkan pada ' +
            `${formatDateLong(loan.dueDate)}, dengan angsuran terakhir pada ${finalDueDate(snapshot)}. Jika pencairan ` +
            'terjadi pada hari lain, tanggal jatuh tempo dihitung dari hari itu dengan cara yang sama; jumlah angsuran ' +
            'tidak berubah.',
        },
        {
          text:
            'Pembayaran dianggap diterima pada hari masuknya ke virtual account yang ditunjuk, dan diteruskan ke saldo ' +
            'Pemberi Dana pada saat Penyelenggara mencatatnya, dalam jangka waktu yang ditetapkan Otoritas Jasa Keuangan.',
        },
        {
          text:
            'Penerima Dana boleh melunasi lebih awal dengan membayar angsuran yang telah jatuh tempo, angsuran yang ' +
            'sedang berjalan dengan bunganya, seluruh sisa pokok, dan denda yang terutang. Bunga angsuran sesudahnya ' +
            'tidak ditagih.',
        },
      ],
    },
    penaltyClauses(snapshot),
    {
      heading: 'Hak dan kewajiban Pemberi Dana',
      clauses: [
        {
          text: 'Pemberi Dana berhak:',
          points: [
            'menerima pokok, bunga, dan denda sesuai dengan bagiannya;',
            'memperoleh keterangan tentang status Pendanaan dan pembayarannya melalui Sistem;',
            'mengunduh Perjanjian ini dan melihat pembayaran tiap angsuran.',
          ],
        },
        {
          text: 'Pemberi Dana wajib:',
          points: [
            'memakai dana miliknya sendiri yang sah dan bukan hasil tindak pidana;',
            'tidak menagih Penerima Dana di luar cara yang diatur dalam Perjanjian Fasilitas.',
          ],
        },
      ],
    },
    {
      heading: 'Hak dan kewajiban Penerima Dana',
      clauses: [
        {
          text:
            'Penerima Dana berhak menerima Pendanaan secara penuh, memperoleh rincian kewajibannya, dan diperlakukan ' +
            'secara patut dalam penagihan.',
        },
        {
          text: 'Penerima Dana wajib:',
          points: [
            'membayar setiap angsuran paling lambat pada tanggal jatuh temponya;',
            'memberikan data yang benar dan memberitahukan setiap perubahannya;',
            'segera memberitahu Penyelenggara tentang keadaan yang dapat menghambat pembayaran.',
          ],
        },
      ],
    },
    {
      heading: 'Cedera janji dan penagihan',
      clauses: [
        {
          text: 'Penerima Dana cedera janji apabila:',
          points: [
            'tidak membayar angsuran yang jatuh tempo setelah diberi peringatan tertulis;',
            'memberikan keterangan yang tidak benar untuk memperoleh Pendanaan;',
            'dinyatakan pailit atau berada dalam penundaan kewajiban pembayaran utang.',
          ],
        },
        {
          text:
            'Dalam hal cedera janji, seluruh sisa kewajiban dapat ditagih seketika. Pemberi Dana memberi kuasa kepada ' +
            'Penyelenggara untuk menagih, menyepakati restrukturisasi, dan menempuh upaya hukum atas nama Pemberi ' +
            'Dana, dengan cara yang patut dan menurut peraturan Otoritas Jasa Keuangan.',
        },
      ],
    },
  ]
}

function assurances(snapshot: AgreementSnapshot): Article[] {
  return [
    {
      heading: 'Risiko',
      clauses: [
        {
          text:
            'Pendanaan adalah kesepakatan perdata antara Pemberi Dana dan Penerima Dana. Risiko gagal bayar ' +
            'ditanggung sepenuhnya oleh Pemberi Dana; tidak ada lembaga atau otoritas negara yang menanggungnya.',
        },
        {
          text:
            'Peringkat risiko dan angka hasil dalam Perjanjian ini adalah keterangan untuk menimbang, bukan jaminan ' +
            'bahwa pembayaran akan diterima.',
        },
      ],
    },
    {
      heading: 'Data pribadi',
      clauses: [
        {
          text:
            'Para Pihak memproses data pribadi yang diterima melalui Perjanjian ini hanya untuk melaksanakannya dan ' +
            'untuk memenuhi kewajiban hukum, menurut Undang-Undang Nomor 27 Tahun 2022 tentang Pelindungan Data ' +
            'Pribadi.',
        },
        {
          text:
            'Data tidak diungkapkan kepada pihak lain tanpa persetujuan pemiliknya, kecuali diwajibkan oleh peraturan ' +
            'perundang-undangan. Kewajiban ini tetap berlaku setelah Perjanjian berakhir.',
        },
      ],
    },
    signatureArticle(snapshot),
    disputeArticle(),
    {
      heading: 'Ketentuan penutup',
      clauses: [
        consentClause(snapshot),
        {
          text:
            'Perubahan Perjanjian hanya sah dengan persetujuan kedua pihak. Jika satu ketentuan tidak sah, ketentuan ' +
            'lain tetap berlaku.',
        },
        {
          text:
            'Pihak yang terhalang oleh keadaan di luar kuasanya segera memberitahukan hal itu. Keadaan ' +
            'itu menunda, tetapi tidak menghapus, kewajiban membayar.',
        },
        {
          text:
            'Jika Penyelenggara tidak lagi dapat menjalankan layanannya, Perjanjian ini tetap mengikat, dan pembayaran ' +
            `dilanjutkan menurut Perjanjian Fasilitas. Keterangan tentang ${snapshot.operator.name} termuat di sana.`,
        },
      ],
    },
  ]
}

export function ppText(snapshot: AgreementSnapshot, facility: FacilityReference): AgreementContent {
  const made = snapshot.city ? `${snapshot.city}, ` : ''
  const date = formatDateLong(snapshot.preparedAt)
  return {
    kind: 'pp',
    title: snapshot.copy ? 'Salinan Perjanjian Pendanaan' : 'Perjanjian Pendanaan',
    number: documentNumber('pp', snapshot.agreementNumber),
    dateLine: `${made}${date}`,
    opening: `Perjanjian Pendanaan ini (“Perjanjian”) dibuat pada tanggal ${date} antara pihak-pihak berikut (“Para Pihak”):`,
    parties: [lenderParty(snapshot), borrowerParty(snapshot)],
    considerations: [
      `Penerima Dana mengajukan permohonan pinjaman Nomor ${snapshot.loan.loanNumber} melalui ` +
        `${operatorParty(snapshot).name}.`,
      'Pemberi Dana telah membaca keterangan tentang pinjaman itu, memahami risikonya, dan bersedia mendanainya.',
    ],
    articles: [
      ...subject(snapshot, facility),
      ...duties(snapshot),
      ...offerEndArticles(snapshot),
      ...assurances(snapshot),
    ],
    closing:
      'Demikian Perjanjian ini disepakati oleh Para Pihak dengan iktikad baik, tanpa paksaan, dan setelah dibaca ' +
      'serta dipahami seluruhnya.',
    copyNote: copyNote(snapshot),
    essence: essenceFacts(snapshot),
    signatories: [lenderParty(snapshot), borrowerParty(snapshot)],
    issuer: snapshot.platformSigned ? operatorParty(snapshot) : null,
    proof: consentFacts(snapshot),
    schedule: scheduleTable(snapshot),
  }
}
