import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** 1 is BNI, 2 the other bank. */
export type Method = 1 | 2
export const METHODS: readonly Method[] = [1, 2]

/** One of the two banks that the sandbox plays, with what the app and it know each other by. */
export type SandboxBank = {
  methodPayment: Method
  name: string
  /** Three digits. */
  bankCode: string
  /** What its virtual account numbers begin with. */
  serviceId: string
  /** The app's account at this bank: payments go in there, transfers go out. */
  accountNo: string
  /** It calls the app. */
  inbound: Partner & { privateKey: KeyObject }
  /** The app calls it. */
  outbound: Partner & { publicKey: KeyObject }
}

export type Partner = { clientKey: string; partnerId: string; channelId: string; clientSecret: string }

type Kept = Omit<SandboxBank, 'inbound' | 'outbound'> & {
  inbound: Partner & { privateKey: string }
  outbound: Partner & { publicKey: string }
}

/** Reads the banks' halves of the keys; the app has the other ones. Without a file there is no bank. */
export async function readBanks(file: string | null): Promise<SandboxBank[]> {
  if (file === null) return []
  const { banks } = JSON.parse(await readFile(file, 'utf8')) as { banks: Kept[] }
  return banks.map((bank) => ({
    ...bank,
    inbound: { ...bank.inbound, privateKey: createPrivateKey(bank.inbound.privateKey) },
    outbound: { ...bank.outbound, publicKey: createPublicKey(bank.outbound.publicKey) },
  }))
}
