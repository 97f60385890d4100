import * as z from 'zod'

const address = z.email().max(254)

/** Whether an address is valid for sending e-mail; addresses from an operator's file may be invalid. */
export const isMailable = (text: string): boolean => address.safeParse(text).success
