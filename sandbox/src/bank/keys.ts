import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** 1 is BNI, 2 the other bank. */
export type Method = 1 | 2
export const METHODS: readonly Method[] = [1, 2]

/** One of the two banks that the sandbox fakes, with the credentials it shares with the app. */
export type SandboxBank = {
  methodPayment: Method
  name: string
  /** Three digits. */
  bankCode: string
  /** The prefix of its virtual account numbers. */
  serviceId: string
  /** The app's account at this bank: payments are credited to it, transfers are debited from it. */
  accountNo: string
  /** Credentials of the bank's calls to the app. */
  inbound: Partner & { privateKey: KeyObject }
  /** Credentials of the app's calls to the bank. */
  outbound: Partner & { publicKey: KeyObject }
}

export type Partner = { clientKey: string; partnerId: string; channelId: string; clientSecret: string }

type Kept = Omit<SandboxBank, 'inbound' | 'outbound'> & {
  inbound: Partner & { privateKey: string }
  outbound: Partner & { publicKey: string }
}

/** Reads the keys and credentials that the fake banks share with the app. Without a file no bank is faked. */
export async function readBanks(file: string | null): Promise<SandboxBank[]> {
  if (file === null) return []
  const { banks } = JSON.parse(await readFile(file, 'utf8')) as { banks: Kept[] }
  return banks.map((bank) => ({
    ...bank,
    inbound: { ...bank.inbound, privateKey: createPrivateKey(bank.inbound.privateKey) },
    outbound: { ...bank.outbound, publicKey: createPublicKey(bank.outbound.publicKey) },
  }))
}
