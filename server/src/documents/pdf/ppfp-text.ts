import { formatDateLong } from '@pematang/contract/format/index'
import type { AgreementContent, Article } from './content.ts'
import {
  benefitFacts,
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

function facility(snapshot: AgreementSnapshot): Article[] {
  return [
    {
      heading: 'Pengertian',
      clauses: [
        {
          text: 'Dalam Perjanjian ini, istilah berikut dipakai dengan arti:',
          points: [
            'Fasilitas: layanan Penyelenggara yang mempertemukan Pemberi Dana dengan Penerima Dana secara elektronik.',
            'Sistem: sarana elektronik Penyelenggara tempat Perjanjian ini dibuat dan dijalankan.',
            `Penerima Dana: ${snapshot.borrower.name}, penerima Pendanaan dalam Pasal 3.`,
            'Perjanjian Pendanaan: perjanjian antara Pemberi Dana dan Penerima Dana Nomor ' +
              `${documentNumber('pp', snapshot.agreementNumber)}.`,
            'Dana Siaga: saldo Pemberi Dana yang belum disalurkan.',
          ],
        },
      ],
    },
    {
      heading: 'Lingkup Fasilitas',
      clauses: [
        {
          text: 'Penyelenggara memberikan Fasilitas kepada Pemberi Dana berupa:',
          points: [
            'keterangan tentang pinjaman yang dapat didanai, termasuk hasil penilaian risikonya;',
            'pembuatan dan penandatanganan perjanjian secara elektronik;',
            'penyaluran dana, pencatatan, penagihan, dan penerusan pembayaran;',
            'laporan tentang portofolio dan transaksi Pemberi Dana.',
          ],
        },
        {
          text:
            'Penyelenggara bukan pihak yang meminjam atau meminjamkan, tidak menghimpun dana, dan tidak menjamin ' +
            'pembayaran oleh Penerima Dana.',
        },
      ],
    },
    {
      heading: 'Pendanaan yang disepakati',
      clauses: [
        {
          text: 'Melalui Fasilitas, Pemberi Dana mendanai pinjaman berikut:',
          facts: fundingFacts(snapshot),
        },
        {
          text:
            'Pemberi Dana memberi kuasa kepada Penyelenggara untuk menyalurkan jumlah pendanaan itu kepada Penerima ' +
            'Dana setelah Perjanjian ini ditandatangani.',
        },
      ],
    },
    {
      heading: 'Dana Pemberi Dana',
      clauses: [
        {
          text:
            'Dana Pemberi Dana ditempatkan pada rekening penampungan (escrow) dan virtual account atas namanya, ' +
            'terpisah dari harta Penyelenggara, dan bukan milik Penyelenggara.',
        },
        {
          text:
            'Sejak Pemberi Dana menyetujui pendanaan, jumlahnya dicadangkan dari Dana Siaga. Cadangan itu disalurkan ' +
            'setelah penandatanganan, atau dikembalikan penuh jika pendanaan batal.',
        },
        {
          text:
            'Dana Siaga yang tidak digunakan dikembalikan ke rekening terdaftar Pemberi Dana dalam jangka waktu yang ' +
            'ditetapkan Otoritas Jasa Keuangan. Pembayaran Penerima Dana diteruskan ke saldo itu pada saat ' +
            'Penyelenggara mencatatnya, dalam jangka waktu yang ditetapkan Otoritas Jasa Keuangan.',
        },
      ],
    },
    {
      heading: 'Manfaat ekonomi, biaya, dan pajak',
      clauses: [
        {
          text: 'Jika semua angsuran dibayar tepat waktu, Pemberi Dana memperoleh:',
          facts: benefitFacts(snapshot),
        },
        {
          text:
            'Biaya yang dibebankan kepada Pemberi Dana, bila ada, ditampilkan di Sistem sebelum disetujui. Tidak ada ' +
            'biaya lain yang dipungut.',
        },
        {
          text:
            'Penyelenggara memotong Pajak Penghasilan dari bunga bruto menurut Peraturan Menteri Keuangan Nomor ' +
            '69/PMK.03/2022, menyetorkannya, dan memberikan bukti potong. ' +
            taxRateRule(snapshot),
        },
      ],
    },
  ]
}

function duties(snapshot: AgreementSnapshot): Article[] {
  return [
    {
      heading: 'Hak dan kewajiban Penyelenggara',
      clauses: [
        {
          text: 'Penyelenggara wajib:',
          points: [
            'menilai kelayakan Penerima Dana dan menyampaikan keterangan yang benar dan tidak menyesatkan;',
            'menagih Penerima Dana secara patut dan menurut peraturan Otoritas Jasa Keuangan;',
            'menyimpan catatan seluruh kegiatan dalam Sistem dan menjaga keamanannya;',
            'menanggapi pengaduan Pemberi Dana dan mengganti kerugian akibat kesalahan atau kelalaiannya.',
          ],
        },
        {
          text:
            'Penyelenggara berhak menolak transaksi yang bertentangan dengan peraturan tentang pencegahan pencucian ' +
            'uang dan pendanaan terorisme.',
        },
      ],
    },
    {
      heading: 'Hak dan kewajiban Pemberi Dana',
      clauses: [
        {
          text:
            'Pemberi Dana berhak atas pokok, bunga, dan denda sesuai dengan bagiannya, atas keterangan tentang ' +
            'pendanaannya, dan atas salinan dokumen yang ditandatanganinya.',
        },
        {
          text: 'Pemberi Dana wajib:',
          points: [
            'memberikan data yang benar dan memakai dana miliknya sendiri yang sah;',
            'menjaga kerahasiaan kata sandi dan sarana tanda tangannya;',
            'memberi kuasa penagihan kepada Penyelenggara selama Pendanaan berjalan dan tidak menagih sendiri.',
          ],
        },
      ],
    },
    {
      heading: 'Jangka waktu dan pengakhiran',
      clauses: [
        {
          text:
            'Perjanjian ini berlaku sejak ditandatangani Pemberi Dana sampai semua kewajiban Penerima Dana selesai. ' +
            `Jika pinjaman dicairkan pada ${formatDateLong(snapshot.loan.dueDate)}, angsuran terakhirnya jatuh tempo ` +
            `pada ${finalDueDate(snapshot)}. ${dueDateRule(snapshot)}`,
        },
        {
          text:
            'Pendanaan yang telah disalurkan tidak dapat ditarik sebelum waktunya. Sebelum penandatanganan, Pemberi ' +
            'Dana dapat membatalkan pendanaan tanpa biaya dengan menolak menandatangani.',
        },
      ],
    },
    penaltyClauses(snapshot),
    {
      heading: 'Keberlangsungan layanan',
      clauses: [
        {
          text:
            'Jika Penyelenggara tidak dapat meneruskan kegiatannya, Penyelenggara menyelesaikan hak dan kewajiban ' +
            'para pengguna lebih dahulu: dana yang belum disalurkan dikembalikan, dan penagihan pendanaan yang ' +
            'berjalan dialihkan kepada pihak yang ditunjuk menurut peraturan Otoritas Jasa Keuangan.',
        },
        {
          text:
            'Gangguan Sistem tidak mengubah hak Para Pihak. Transaksi yang telah dikonfirmasi dipulihkan dari catatan ' +
            'Penyelenggara.',
        },
      ],
    },
  ]
}

function assurances(snapshot: AgreementSnapshot): Article[] {
  return [
    {
      heading: 'Pernyataan risiko',
      clauses: [
        {
          text: 'Pemberi Dana menyatakan telah membaca dan memahami bahwa:',
          points: [
            'pendanaan adalah kesepakatan perdata, sehingga segala risikonya ditanggung oleh masing-masing pihak;',
            'risiko gagal bayar ditanggung sepenuhnya oleh Pemberi Dana, dan tidak ada lembaga atau otoritas negara ' +
              'yang menanggungnya;',
            'Penyelenggara tidak menjamin hasil, dan hasil masa lalu bukan petunjuk hasil masa depan;',
            'Pemberi Dana yang belum berpengalaman dianjurkan tidak menggunakan layanan ini sebelum memahaminya.',
          ],
        },
      ],
    },
    {
      heading: 'Data pribadi dan kerahasiaan',
      clauses: [
        {
          text:
            'Penyelenggara memproses data pribadi Pemberi Dana untuk menjalankan Fasilitas dan memenuhi kewajiban ' +
            'hukum, menurut Undang-Undang Nomor 27 Tahun 2022 tentang Pelindungan Data Pribadi. Pemberi Dana berhak ' +
            'mengakses, memperbaiki, dan menarik persetujuan atas datanya menurut undang-undang itu.',
        },
        {
          text:
            'Data disimpan selama diwajibkan oleh peraturan perundang-undangan, dan tidak diberikan kepada ' +
            'pihak lain tanpa persetujuan, kecuali diwajibkan oleh peraturan perundang-undangan.',
        },
        {
          text:
            'Kegagalan pelindungan data pribadi diberitahukan secara tertulis dalam jangka waktu yang ditetapkan ' +
            'undang-undang itu.',
        },
      ],
    },
    signatureArticle(snapshot),
    disputeArticle(),
    {
      heading: 'Ketentuan penutup',
      clauses: [
        {
          text:
            'Perubahan Perjanjian hanya sah dengan persetujuan kedua pihak. Jika satu ketentuan tidak sah, ketentuan ' +
            'lain tetap berlaku.',
        },
        {
          text:
            'Pihak yang terhalang oleh keadaan di luar kuasanya segera memberitahukan hal itu. Keadaan ' +
            'itu menunda, tetapi tidak menghapus, kewajibannya.',
        },
        {
          text:
            'Perjanjian ini disusun menurut Peraturan Otoritas Jasa Keuangan Nomor 40 Tahun 2024 tentang Layanan ' +
            'Pendanaan Bersama Berbasis Teknologi Informasi. Jika ketentuannya bertentangan dengan peraturan itu, ' +
            'peraturan yang berlaku.',
        },
      ],
    },
  ]
}

/**
 * The facility agreement between operator and lender. It contains only the number of the PP, so that the PP can contain
 * its hash.
 */
export function ppfpText(snapshot: AgreementSnapshot): AgreementContent {
  const made = snapshot.city ? `${snapshot.city}, ` : ''
  const date = formatDateLong(snapshot.preparedAt)
  return {
    kind: 'ppfp',
    title: snapshot.copy
      ? 'Salinan Perjanjian Pemberian Fasilitas Pendanaan'
      : 'Perjanjian Pemberian Fasilitas Pendanaan',
    number: documentNumber('ppfp', snapshot.agreementNumber),
    dateLine: `${made}${date}`,
    opening: `Perjanjian Pemberian Fasilitas Pendanaan ini (“Perjanjian”) dibuat pada tanggal ${date} antara pihak-pihak berikut (“Para Pihak”):`,
    parties: [operatorParty(snapshot), lenderParty(snapshot)],
    considerations: [
      'Penyelenggara mengoperasikan layanan pendanaan bersama berbasis teknologi informasi.',
      'Pemberi Dana terdaftar sebagai pengguna layanan itu dan bermaksud mendanai pinjaman yang ditawarkan di dalamnya.',
    ],
    articles: [
      ...facility(snapshot),
      ...duties(snapshot),
      ...offerEndArticles(snapshot),
      ...assurances(snapshot),
    ],
    closing:
      'Demikian Perjanjian ini disepakati oleh Para Pihak dengan iktikad baik, tanpa paksaan, dan setelah dibaca ' +
      'serta dipahami seluruhnya.',
    copyNote: copyNote(snapshot),
    essence: essenceFacts(snapshot),
    signatories: [lenderParty(snapshot), operatorParty(snapshot)],
    issuer: null,
    proof: [],
    schedule: scheduleTable(snapshot),
  }
}
