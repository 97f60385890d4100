import * as z from 'zod'

const address = z.email().max(254)

/** Whether an address is one that a message may be sent to; what an operator's file brought in need not be. */
export const isMailable = (text: string): boolean => address.safeParse(text).success
