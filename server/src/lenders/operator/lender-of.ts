import type { Context } from '../../context.ts'
import { CommandError } from '../../operator/command.ts'
import { lenderIdOf } from '../profile/find-lenders.ts'

/**
 * The id of the lender with this national number.
 * @throws CommandError if no lender has it.
 */
export async function lenderOf({ db }: Context, phone: string): Promise<number> {
  const id = await lenderIdOf(db, phone)
  if (id === undefined) throw new CommandError(`Tidak ada Pemberi Dana dengan nomor ${phone}.`)
  return id
}
