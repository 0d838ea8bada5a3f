/** The lines of tickets and of the polla: one of each place is sold, to be named by everybody. */
import { sql } from 'drizzle-orm'
import { counter } from '../../contract/counter.ts'
import { polla } from '../../contract/polla.ts'
import { ticketManagement } from '../../contract/ticket-management.ts'
import { tickets } from '../../contract/tickets.ts'
import { betTypeId } from '../support/world.ts'
import {
  askers,
  isSameAgency,
  isWithin,
  officePlaces,
  places,
  type Asker,
  type Held,
  type Place,
  type RelationBanca,
} from './relation-banca.ts'
import { listing, trial, type Relation } from './trial.ts'

const pots: Relation = { none: 'a pot is the whole banca’s, and everybody may know what is in it' }

/** A ticket of each place to name: the same for all who ask, or a new one for each. */
function heldTickets(banca: RelationBanca, sell: (place: Place) => Promise<Held>, { renewed = false } = {}) {
  const held: Partial<Record<Place, Held>> = { elsewhere: banca.foreign }
  return {
    prepare: async (place: Place) => {
      if (place !== 'elsewhere' && (renewed || !held[place])) held[place] = await sell(place)
    },
    at: (place: Place) => held[place]!,
  }
}
/** An administrator has no counter of its own and says at which one it pays or gives. */
function counterOf({ idOf }: RelationBanca, as: Asker): { office_id?: number } {
  const office = ({ agencia: 'taquilla1', agente2: 'taquilla3' } as Partial<Record<Asker, Place>>)[as]
  return office ? { office_id: idOf(office) } : {}
}
/** A payment of the ticket was refused with a picture; the refusal's number. */
async function refuseWithPicture({ world }: RelationBanca, serial: string): Promise<number> {
  await world.db.run(sql`
    INSERT INTO images (hash, content_type, bytes, guarded) VALUES (repeat('a', 64), 'image/png', '\\x00', true)
    ON CONFLICT DO NOTHING`)
  const row = await world.db.one<{ id: number }>(sql`
    INSERT INTO pay_approvals (ticket_day, ticket_id, office_id, amount, currency, state, requested_by, picture_url)
    SELECT ticket.day, ticket.id, ticket.office_id, 1, ticket.currency, 'rechazado', ticket.seller_id, image.url
    FROM tickets ticket
    CROSS JOIN images image
    WHERE ticket.serial = ${serial} AND image.hash = repeat('a', 64)
    RETURNING id`)
  return row!.id
}
/** What only the office that sold does: a neighbour sees the ticket and is told that it is not its own. */
const ownOrNeighbour = (place: Place, asker: Asker): string =>
  isWithin(place, asker) ? 'there' : isSameAgency(place, asker) ? 'ticket_other_office' : 'not_found'
const withForeign = [...officePlaces, 'elsewhere'] as const
const pollaPlaces = ['taquilla1', 'taquilla3', 'elsewhere'] as const

/** Whose office may be named to sell or pay at: the seller's own, or any of its administrator's agency. */
const isOwnOffice = (place: Place, asker: Asker) => officePlaces.includes(place) && isWithin(place, asker)

export const ticketRelations: Record<string, Relation> = {
  'tickets.sell': trial((banca) => ({
    places,
    isThere: isOwnOffice,
    send: (place, as) => {
      const line = { draw_id: banca.draw, bet_type_id: betTypeId('ANIMALITO'), number: '00', stake: '1.00' }
      const body = { currency: 'BS' as const, confirm_repeated: true, lines: [line], office_id: banca.idOf(place) }
      return banca.app.call(tickets.sell, { body }, { as })
    },
  })),
  'counter.tickets': listing((banca) => {
    const { prepare, at } = heldTickets(banca, banca.sell)
    return {
      places: officePlaces,
      shown: async (as) => {
        for (const place of officePlaces) await prepare(place)
        const { body } = await banca.app.call(counter.tickets, { query: { per_page: 500 } }, { as })
        const serials = body.data.map(({ serial }) => serial)
        return officePlaces.filter((place) => serials.includes(at(place).serial))
      },
    }
  }),
  'counter.ticketsExport': { none: 'it holds what its list shows, which is compared for every list' },
  'counter.catalogue': trial((banca) => ({
    places,
    isThere: isOwnOffice,
    send: (place, as) => banca.app.call(counter.catalogue, { query: { office_id: banca.idOf(place) } }, { as }),
  })),
  'counter.live': {
    none: 'nothing can be named: it tells of the draws of all, and that the rules of the caller’s offices moved',
  },
  'counter.quote': trial((banca) => ({
    places,
    isThere: isOwnOffice,
    send: (place, as) => {
      const line = { draw_id: banca.draw, bet_type_id: betTypeId('ANIMALITO'), number: '00', stake: '1.00' }
      const body = { currency: 'BS' as const, lines: [line], office_id: banca.idOf(place) }
      return banca.app.call(counter.quote, { body }, { as })
    },
  })),
  'tickets.bySerial': trial((banca) => {
    const { prepare, at } = heldTickets(banca, banca.sell)
    return {
      places: withForeign,
      isThere: isSameAgency,
      prepare,
      send: (place, as) => banca.app.call(tickets.bySerial, { params: { serial: at(place).serial } }, { as }),
    }
  }),
  'tickets.pay': trial((banca) => {
    const { prepare, at } = heldTickets(banca, banca.sell)
    return {
      places: withForeign,
      isThere: isSameAgency,
      there: 'ticket_pending',
      prepare,
      send: (place, as) => {
        const { serial, code } = at(place)
        const body = { code, ...counterOf(banca, as) }
        return banca.app.call(tickets.pay, { params: { serial }, body }, { as })
      },
    }
  }),
  'tickets.refund': trial((banca) => {
    const { prepare, at } = heldTickets(banca, banca.sell)
    return {
      places: withForeign,
      isThere: isSameAgency,
      there: 'refund_none',
      prepare,
      send: (place, as) => {
        const { serial, code } = at(place)
        const body = { code, ...counterOf(banca, as) }
        return banca.app.call(tickets.refund, { params: { serial }, body }, { as })
      },
    }
  }),
  'tickets.annul': trial((banca) => {
    const { prepare, at } = heldTickets(banca, banca.sell, { renewed: true })
    return {
      places: withForeign,
      answer: ownOrNeighbour,
      prepare,
      send: (place, as) => banca.app.call(tickets.annul, { params: { serial: at(place).serial }, body: {} }, { as }),
    }
  }),
  'tickets.reprint': trial((banca) => {
    const { prepare, at } = heldTickets(banca, banca.sell)
    return {
      places: withForeign,
      answer: ownOrNeighbour,
      prepare,
      send: (place, as) => banca.app.call(tickets.reprint, { params: { serial: at(place).serial } }, { as }),
    }
  }),
  'ticketManagement.show': trial((banca) => {
    const { prepare, at } = heldTickets(banca, banca.sell)
    return {
      places: withForeign,
      prepare,
      send: (place, as) => banca.app.call(ticketManagement.show, { params: { id: at(place).serial } }, { as }),
    }
  }),
  'ticketManagement.act': trial((banca) => {
    const { prepare, at } = heldTickets(banca, banca.sell, { renewed: true })
    const body = { action: 'annul' as const, reason: 'error del vendedor' }
    return {
      places: withForeign,
      // Distributors see it; those who sell and the banca annul it.
      answer: (place, asker) =>
        !isWithin(place, asker) ? 'not_found' : askers[asker].role === 'DISTRIBUIDOR' ? 'forbidden' : 'there',
      prepare,
      send: (place, as) => banca.app.call(ticketManagement.act, { params: { id: at(place).serial }, body }, { as }),
    }
  }),
  'ticketManagement.refusalPicture': trial((banca) => {
    const { prepare, at } = heldTickets(banca, banca.sell)
    const refused: Partial<Record<Place, number>> = { elsewhere: 2_147_483_647 }
    return {
      places: withForeign,
      prepare: async (place) => {
        await prepare(place)
        refused[place] ??= await refuseWithPicture(banca, at(place).serial)
      },
      send: (place, as) => banca.app.call(ticketManagement.refusalPicture, { params: { id: refused[place]! } }, { as }),
    }
  }),

  'polla.list': listing((banca) => {
    const of = ['taquilla1', 'taquilla3'] as const
    const { prepare, at } = heldTickets(banca, banca.sellPolla)
    return {
      places: of,
      shown: async (as) => {
        for (const place of of) await prepare(place)
        const { body } = await banca.app.call(polla.list, { query: {} }, { as })
        return of.filter((place) => body.data.some(({ serial }) => serial === at(place).serial))
      },
    }
  }),
  'polla.export': listing((banca) => {
    const of = ['taquilla1', 'taquilla3'] as const
    const { prepare, at } = heldTickets(banca, banca.sellPolla)
    return {
      places: of,
      shown: async (as) => {
        for (const place of of) await prepare(place)
        const { raw } = await banca.app.call(polla.export, { query: { format: 'csv' } }, { as })
        return of.filter((place) => raw.includes(at(place).serial))
      },
    }
  }),
  'polla.sell': { none: 'it is sold at the seller’s own office; none can be named' },
  'polla.show': trial((banca) => {
    const { prepare, at } = heldTickets(banca, banca.sellPolla)
    return {
      places: pollaPlaces,
      prepare,
      send: (place, as) => banca.app.call(polla.show, { params: { serial: at(place).serial } }, { as }),
    }
  }),
  'polla.annul': trial((banca) => {
    const { prepare, at } = heldTickets(banca, banca.sellPolla, { renewed: true })
    return {
      places: pollaPlaces,
      prepare,
      send: (place, as) => banca.app.call(polla.annul, { params: { id: at(place).serial }, body: {} }, { as }),
    }
  }),
  'polla.jackpots': pots,
  'polla.publicResults': pots,
  'polla.prizes': listing((banca) => ({
    places: ['taquilla1', 'taquilla3'],
    shown: async (as) => {
      const { body } = await banca.app.call(polla.prizes, { query: {} }, { as })
      const serials = body.data.map(({ serial }) => serial)
      return (Object.keys(banca.won) as Place[]).filter((place) => serials.includes(banca.won[place]!.serial))
    },
  })),
  'polla.prizesExport': listing((banca) => ({
    places: ['taquilla1', 'taquilla3'],
    shown: async (as) => {
      const { raw } = await banca.app.call(polla.prizesExport, { query: { format: 'csv' } }, { as })
      return (Object.keys(banca.won) as Place[]).filter((place) => raw.includes(banca.won[place]!.serial))
    },
  })),
  'polla.payPrize': trial((banca) => ({
    places: ['taquilla1', 'taquilla3'],
    there: 'ticket_wrong_code',
    send: (place, as) => {
      const { prize_id } = banca.won[place]!
      return banca.app.call(polla.payPrize, { params: { id: prize_id }, body: { code: '00000000' } }, { as })
    },
  })),
}
