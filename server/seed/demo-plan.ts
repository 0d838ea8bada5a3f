/** The Venezuelan demo banca: seven distributors, one of them under another, and its people. */
import type { Currency } from '@contract/values/currency.ts'
import { catalogueProducts } from './catalogue.ts'
import { demoDistributors, directAgencies } from './data/demo-tree.ts'
import {
  agencyAdmin,
  bancaAdmin,
  bancaSupervisor,
  distributorOwner,
  pollaSeller,
  type DemoPlan,
  type DemoRate,
  type DemoUser,
} from './plan.ts'
import { agencyPeople, growTree, type TreeSize } from './grown-tree.ts'
import { Random } from './random.ts'
import { sellersOf } from './sellers.ts'
import { TreePlan } from './tree-plan.ts'

const currencies: Currency[] = ['BS', 'USD', 'COP']
const tripleProducts = catalogueProducts.filter((one) => one.kind === 'triples').map((one) => one.id)
const panamaProducts = catalogueProducts.filter((one) => one.kind === 'panama').map((one) => one.id)

function plantTree(seed: number, days: number): TreePlan {
  const tree = new TreePlan('VE', new Random(seed, 1))
  const banca = tree.add('banca', null, 'Banca La Fortuna', ['Distrito Capital', 'Libertador'], currencies)
  for (const entry of demoDistributors) {
    const father = entry.father ? tree.partner(entry.father) : banca
    const distributor = tree.add('distribuidor', father.id, entry.name, [entry.state, entry.municipality], currencies)
    for (const agency of entry.agencies) tree.agency(distributor.id, agency)
  }
  for (const agency of directAgencies) tree.agency(banca.id, agency)
  // Life goes on: one agency closed, one office closed, one opened lately.
  close(tree, 'Carora', 1, days - 25)
  tree.partner('Agencia Carora').status = 'inactivo'
  close(tree, 'El Valle', 3, days - 12)
  tree.office('San Fernando').from_day = days - 30
  return tree
}

function close(tree: TreePlan, agency: string, n: number, until_day: number): void {
  const office = tree.office(agency, n)
  office.until_day = until_day
  tree.partners[office.partner_id - 1]!.status = 'inactivo'
}

/** Whose sellers have a name to sign in with, as terminals would: the first is `taquilla`, then `taquilla2` and so on. */
const demoCounters: readonly (readonly [agency: string, n: number])[] = [
  ['La Candelaria', 1],
  ['Sabana Grande', 1],
  ['Catia', 1],
  ['Petare', 1],
  ['Valencia Centro', 1],
  ['Maracay', 1],
  ['Barquisimeto Este', 1],
  ['Maracaibo Delicias', 1],
  ['San Cristóbal Centro', 1],
  ['Puerto La Cruz', 1],
]

function people(tree: TreePlan, random: Random): DemoUser[] {
  const banca = tree.partners[0]!.id
  const counters = demoCounters.map(([agency, n]) => tree.office(agency, n).partner_id)
  return [
    {
      username: 'banca',
      name: 'Gladys Rondón',
      role: bancaAdmin,
      partner_id: banca,
      manage_childs: true,
      awarding_results: true,
      demo: true,
    },
    {
      username: 'supervisor',
      name: 'Oswaldo Briceño',
      role: bancaSupervisor,
      partner_id: banca,
      manage_childs: true,
      demo: true,
    },
    {
      username: 'premiador',
      name: 'Yelitza Marcano',
      role: bancaSupervisor,
      partner_id: banca,
      manage_childs: true,
      awarding_results: true,
      demo: true,
    },
    {
      username: 'distribuidor',
      name: 'Ramón Salcedo',
      role: distributorOwner,
      partner_id: tree.partner('Distribuidora Capital').id,
      manage_childs: true,
      demo: true,
    },
    {
      username: 'sinhijos',
      name: 'Nelson Urdaneta',
      role: distributorOwner,
      partner_id: tree.partner('Distribuidora Zuliana').id,
      demo: true,
    },
    {
      username: 'agencia',
      name: 'Carmen Tovar',
      role: agencyAdmin,
      partner_id: tree.partner('Agencia La Candelaria').id,
      demo: true,
    },
    {
      username: 'polla',
      name: 'Douglas Peña',
      role: pollaSeller,
      partner_id: tree.office('La Candelaria', 2).partner_id,
      demo: true,
    },
    ...sellersOf(tree, counters, random),
  ]
}

const usual = {
  commission_kind: 'VENTA',
  commission_percent: '12',
  participation_kind: 'COMPARTIDA',
  participation_percent: '0',
} as const

/** A distributor that earns between its own rate and what its agencies sell on; those that a demo grew sell on its own. */
const earning = (tree: TreePlan, name: string, own: Partial<DemoRate>, sold_on: Partial<DemoRate>): DemoRate[] => {
  const distributor = tree.partner(name).id
  const { agencies: planted } = demoDistributors.find((one) => one.name === name)!
  const agencies = planted.map(([agency]) => tree.partner(`Agencia ${agency}`))
  return [
    { ...usual, ...own, partner_id: distributor },
    ...agencies.map(({ id }) => ({ ...usual, ...sold_on, partner_id: id })),
  ]
}

function terms(tree: TreePlan): DemoRate[] {
  const sharing = (name: string, percent: string): DemoRate => ({
    ...usual,
    partner_id: tree.partner(name).id,
    participation_percent: percent,
  })
  const third = { participation_percent: '30' }
  const banca = tree.partners[0]!.id
  const andina = tree.partner('Distribuidora Andina').id
  return [
    { ...usual, partner_id: banca },
    ...panamaProducts.map((product_id) => ({ ...usual, partner_id: banca, product_id, commission_percent: '10' })),
    sharing('Distribuidora Central', '30'),
    ...earning(tree, 'Distribuidora Zuliana', { ...third, commission_percent: '14' }, third),
    ...earning(tree, 'Distribuidora Oriente', { commission_percent: '15', participation_percent: '40' }, third),
    ...earning(tree, 'Distribuidora Guayana', { commission_percent: '13', participation_percent: '35' }, third),
    { ...usual, partner_id: andina, commission_percent: '13', participation_percent: '25' },
    ...tripleProducts.map((product_id) => ({
      ...usual,
      partner_id: andina,
      product_id,
      commission_percent: '15',
      participation_percent: '25',
    })),
    { ...usual, partner_id: tree.partner('Agencia Sabana Grande').id, commission_percent: '14' },
    {
      ...usual,
      partner_id: tree.partner('Agencia Casa Matriz').id,
      commission_percent: '10',
      participation_percent: '50',
    },
    {
      ...usual,
      partner_id: tree.partner('Agencia Chacao').id,
      participation_kind: 'SOLO_POSITIVA',
      participation_percent: '30',
    },
    {
      ...usual,
      partner_id: tree.partner('Agencia Catia').id,
      commission_kind: 'UTILIDAD',
      commission_percent: '20',
    },
    {
      ...usual,
      partner_id: tree.partner('Agencia Petare').id,
      participation_kind: 'ARRASTRE',
      participation_percent: '25',
    },
  ]
}

/** The plan for a demo that began `days` days ago, grown to a size where one is asked. The same seed makes the same plan. */
export function demoPlan(seed: number, days: number, size: TreeSize = {}): DemoPlan {
  const tree = plantTree(seed, days)
  const own = tree.partners.length
  growTree(tree, size)
  return {
    name: 'Banca La Fortuna',
    document: tree.partners[0]!.document,
    country_iso2: 'VE',
    zone: 'America/Caracas',
    currencies,
    partners: tree.partners,
    offices: tree.offices,
    users: [...people(tree, new Random(seed, 2)), ...agencyPeople(tree, own)],
    rates: terms(tree),
    products: catalogueProducts.map((one) => one.id),
  }
}
