import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { AnyFileKind } from '../../operator/files/index.ts'
import { acceptFile, decidable, type Decidable } from '../../staff/index.ts'
import { titleOfFile } from './files.ts'

/** The proposal of a file in words: what it is, and what its last dry run found. */
export const fileAccepted = (kinds: readonly AnyFileKind[]): Decidable =>
  decidable(acceptFile, {
    title: 'Impor berkas',
    says: ({ command, name, sha256, amount }) => ({
      Jenis: titleOfFile(kinds, command),
      Berkas: name,
      Perintah: command,
      'SHA-256 berkas': sha256,
      Jumlah: amount === 0 ? null : formatRupiah(amount),
    }),
    after: ({ found }) =>
      found === null
        ? { Berkas: 'diterima; diimpor lewat baris perintah' }
        : {
            Baris: found.lines.toLocaleString('id-ID'),
            'Sudah dikenal': found.known.toLocaleString('id-ID'),
            Ditolak: found.refused.toLocaleString('id-ID'),
            ...Object.fromEntries(found.words),
          },
    about: ({ kept }) => (kept === undefined ? null : { kind: 'FILE', id: kept }),
  })
