import type { ObjectKind, ObjectRef } from '@pematang/contract/staff/fields'

/** The base of the console's addresses. */
export const base = '/console'

/** The base of the console's calls. */
export const apiBase = '/api/console'

/** The addresses of the console's screens, below its base. */
export const paths = {
  today: '/',
  invitation: '/invitation',
  search: '/cari',
  actions: '/tindakan',
  proposals: '/persetujuan',
  files: '/berkas',
  trail: '/jejak',
  staff: '/staf',
  passkeys: '/passkey-saya',
} as const

const at = (start: string, key: string | number) => `${start}/${encodeURIComponent(key)}`

export const proposalPath = (number: number | string) => at(paths.proposals, number)
export const filePath = (id: string) => at(paths.files, id)
export const actionPath = (name: string) => at(paths.actions, name)
export const trailPath = (filter: Record<string, string>) => `${paths.trail}?${new URLSearchParams(filter)}`

/** Where the pages of objects are. */
export const objectPlaces: Record<ObjectKind, string> = {
  LENDER: '/pemberi-dana',
  LOAN: '/pinjaman',
  PAYMENT: '/pembayaran',
  WITHDRAWAL: '/penarikan',
  PROPOSAL: paths.proposals,
  FILE: paths.files,
}

export const pathOf = ({ kind, id }: ObjectRef): string => at(objectPlaces[kind], id)

/** What an object is called. */
export const objectWords: Record<ObjectKind, string> = {
  LENDER: 'Pemberi Dana',
  LOAN: 'Pinjaman',
  PAYMENT: 'Pembayaran',
  WITHDRAWAL: 'Penarikan',
  PROPOSAL: 'Usulan',
  FILE: 'Berkas',
}
