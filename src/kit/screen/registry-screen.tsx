/**
 * The screen of an entity that people keep: its list, a new one in a drawer over it, and each one in a
 * drawer or on a page of its own with tabs, from one declaration. Mounted at its screen's path with
 * everything below; what its list, forms, columns and words are is said in the contract.
 */
import { Suspense, type ComponentType } from 'react'
import { Route, Routes } from 'react-router'
import { ScreenSkeleton } from '../page/busy.tsx'
import { RegistryList, type RegistryListProps } from './registry-list.tsx'
import { oneText, type RegistryEntity, type RegistryScreen } from './registry.ts'
import { later } from '../page/later.tsx'

/** Forms and pages of records come when one is opened: whoever reads the list does not wait for them. */
const drawers = () => import('./record-drawer.tsx')
const pages = () => import('./record-page.tsx')
const NewRecord = later(async () => (await drawers()).NewRecord)
const RecordDrawer = later(async () => (await drawers()).RecordDrawer)
const RecordPage = later(async () => (await pages()).RecordPage)
const RecordTab = later(async () => (await pages()).RecordTab)
const ToFirstTab = later(async () => (await pages()).ToFirstTab)

/** Gives the component of the screen; `List` is its page without a record, where that is more than the list. */
export function registryScreen<E extends RegistryEntity>(
  entity: E,
  said: RegistryScreen<E>,
  List: ComponentType<RegistryListProps<E>> = RegistryList,
) {
  const screen = { entity, said }
  return function Registry() {
    return (
      <Routes>
        <Route index element={<List screen={screen} />} />
        {said.create && (
          <Route
            path="create"
            element={
              <>
                <List screen={screen} />
                <Suspense fallback={null}>
                  <NewRecord screen={screen} />
                </Suspense>
              </>
            }
          />
        )}
        {said.page ? (
          <Route
            path=":id"
            element={
              <Suspense fallback={<ScreenSkeleton title={oneText(said)} />}>
                <RecordPage screen={screen} />
              </Suspense>
            }
          >
            <Route index element={<ToFirstTab screen={screen} />} />
            {said.page.tabs.map((tab) => (
              <Route key={tab.segment} path={tab.segment} element={<RecordTab screen={screen} tab={tab} />} />
            ))}
            <Route path="*" element={<ToFirstTab screen={screen} />} />
          </Route>
        ) : (
          <Route
            path=":id"
            element={
              <>
                <List screen={screen} />
                <Suspense fallback={null}>
                  <RecordDrawer screen={screen} />
                </Suspense>
              </>
            }
          />
        )}
      </Routes>
    )
  }
}
