/** One seller for each office: a few with a name to sign in with, the others as their office. */
import { seller, type DemoUser } from './plan.ts'
import type { Random } from './random.ts'
import type { TreePlan } from './tree-plan.ts'

const first = [
  'María',
  'José',
  'Luis',
  'Carmen',
  'Ana',
  'Juan',
  'Rosa',
  'Pedro',
  'Yusmary',
  'Carlos',
  'Belkis',
  'Jesús',
  'Mirian',
  'Rafael',
  'Daniela',
  'Wilmer',
  'Norelis',
  'Ángel',
  'Katiuska',
  'Freddy',
]
const last = [
  'González',
  'Rodríguez',
  'Pérez',
  'Hernández',
  'García',
  'Martínez',
  'López',
  'Díaz',
  'Rojas',
  'Ramírez',
  'Blanco',
  'Mendoza',
  'Suárez',
  'Contreras',
  'Colmenares',
  'Villegas',
  'Guerra',
  'Medina',
  'Parra',
  'Zambrano',
]

/** Sellers of every office; those of `counters` are `taquilla`, `taquilla2`… and have the demo password. */
export function sellersOf(tree: TreePlan, counters: readonly number[], random: Random): DemoUser[] {
  return tree.offices.map(({ partner_id }): DemoUser => {
    const at = counters.indexOf(partner_id)
    const name = `${random.pick(first)} ${random.pick(last)}`
    const username = at < 0 ? tree.partners[partner_id - 1]!.code.toLowerCase() : `taquilla${at === 0 ? '' : at + 1}`
    return { username, name, role: seller, partner_id, ...(at >= 0 && { demo: true }) }
  })
}
