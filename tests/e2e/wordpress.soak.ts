// Our plugin on a real WordPress: activated, connected and removed in its own screens, the snippet where visitors read and
// nowhere else, a notification seen, optimizers told. WooCommerce is no package of Debian's: a plugin of a few lines stands in for
// it, with a class of its name for the one link that depends on it, and a checkout that calls its hooks.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { test as base } from './support/base.ts';
import { pinChance } from './support/chance.ts';
import { newOwner } from './support/owner.ts';
import { makeApi } from './support/owner-api.ts';
import { tag } from './support/widget-host.ts';
import { ADMIN, startWordPress, type WordPress } from './support/wordpress.ts';

const test = base.extend<object, { wordpress: WordPress }>({
  wordpress: [
    async ({ browserName: _ }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'proofbell-shop-'));
      mkdirSync(join(folder, 'shop'));
      writeFileSync(join(folder, 'shop', 'shop.php'), SHOP);
      const plugins = { proofbell: 'integrations/wordpress', shop: join(folder, 'shop') };
      const wordpress = await startWordPress(plugins);
      await use(wordpress);
      await wordpress.stop();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** The last order's fields, and the two ways by which WooCommerce makes one; of its block, the store that page scripts write to. */
const SHOP = `<?php
/* Plugin Name: Shop */
class Shop_Order {
	public function update_meta_data( $key, $value ) { update_option( 'shop_order', array( $key => $value ) ); }
	public function delete_meta_data( $key ) { update_option( 'shop_order', array() ); }
}
function is_checkout() { return isset( $_GET['checkout'] ); }
function woocommerce_store_api_register_endpoint_data( $data ) { $GLOBALS['shop_extended'] = $data; }
add_action( 'plugins_loaded', function () { do_action( 'woocommerce_blocks_loaded' ); }, 20 );
add_action( 'init', function () {
	if ( isset( $_POST['shop_classic'] ) ) {
		do_action( 'woocommerce_checkout_create_order', new Shop_Order(), array() );
	} elseif ( isset( $_POST['shop_block'] ) ) {
		$extensions = json_decode( wp_unslash( $_POST['shop_block'] ), true );
		do_action( 'woocommerce_store_api_checkout_update_order_from_request', new Shop_Order(), array( 'extensions' => $extensions ) );
	}
} );
add_action( 'wp_footer', function () {
	if ( is_checkout() ) { ?>
<form class="checkout" method="post" onsubmit="this.shop_block && (this.shop_block.value = JSON.stringify(sent))">
<?php if ( 'classic' === $_GET['checkout'] ) { ?><input type="hidden" name="shop_classic" value="1"><?php } else { ?>
<input type="hidden" name="shop_block"><script>
var sent = {};
window.wp = { data: { dispatch: function ( name ) {
	return name === 'wc/store/checkout' ? { __internalSetExtensionData: function ( of, data ) { sent[ of ] = data; } } : undefined;
} } };
</script><?php } ?><button>Place order</button></form><?php }
} );
`;

const SCRIPT = 'script[src*="/widget.js"]';
const SETTINGS = '/wp-admin/options-general.php?page=proofbell';

/** @returns a page of another browser, of somebody logged in to WordPress unless it is a visitor. */
async function open(browser: Browser, { origin }: WordPress, user?: { name: string; password: string }): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin });
  await pinChance(context);
  const page = await context.newPage();
  if (!user) return page;
  await page.goto('/wp-login.php');
  await page.getByLabel('Username or Email Address').fill(user.name);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL('**/wp-admin/**');
  return page;
}

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();

test('the plugin is activated, connected, seen by visitors alone, kept from optimizers, and removed', async ({
  page,
  browser,
  baseURL,
  wordpress,
}) => {
  const backend = new URL(baseURL ?? '').origin;
  console.log(`WordPress ${wordpress.version}`);
  await newOwner(page, 'Oak & Iron');
  const api = await makeApi(page);
  const snippet = tag(backend, api.siteId);
  await api.addNotification({ message: 'Oak desks are back' });
  await api.saveSettings({ behavior: { timing: { initialDelay: 0 } } });

  const admin = await open(browser, wordpress, ADMIN);
  await test.step('activated', async () => {
    await admin.goto('/wp-admin/plugins.php');
    await admin.getByRole('link', { name: 'Activate Proofbell' }).click();
    await expect(admin.getByText('Plugin activated.')).toBeVisible();
    await admin
      .getByRole('row', { name: /Proofbell/ })
      .getByRole('link', { name: 'Settings' })
      .click();
    await expect(admin.getByRole('heading', { name: 'Proofbell' })).toBeVisible();
  });

  const visitor = await open(browser, wordpress);
  await test.step('not connected yet: nothing on the page', async () => {
    await visitor.goto('/');
    await expect(visitor.getByRole('heading', { name: 'Oak & Iron' })).toBeVisible();
    await expect(visitor.locator(SCRIPT)).toHaveCount(0);
  });

  await test.step('connected, after mistakes that are named', async () => {
    const [server, site] = [admin.getByLabel('Server'), admin.getByLabel('Site', { exact: true })];
    await server.fill('javascript:alert(1)');
    await site.fill('"><script>alert(1)</script>');
    await save(admin);
    await expect(admin.getByText('Server: enter an address such as')).toBeVisible();
    await expect(admin.getByText('Site: paste the snippet, or the site ID in it.')).toBeVisible();
    expect(wordpress.evaluate("return get_option('proofbell');")).toEqual({ server: '', site: '' });

    await server.fill(`${backend}/`);
    await save(admin);
    await expect(admin.getByRole('link', { name: 'Connect' })).toHaveAttribute('href', `${backend}/dashboard`);

    await site.fill('01981c6e-7b1f-7c3a-9000-000000000000');
    await save(admin);
    await expect(admin.getByText('The server knows no such site.')).toBeVisible();

    await server.fill('');
    await site.fill(snippet);
    await save(admin);
    await expect(admin.getByText('Connected. Visitors get your notifications.')).toBeVisible();
    await expect(server).toHaveValue(backend);
    await expect(site).toHaveValue(api.siteId);

    await api.saveSite({ domains: ['elsewhere.example'] });
    await admin.reload();
    await expect(admin.getByText("The site's list of domains doesn't have localhost.")).toBeVisible();
    await api.saveSite({ domains: [] });

    const inProofbell = admin.getByRole('link', { name: 'Open the site in Proofbell' });
    await page.goto((await inProofbell.getAttribute('href')) ?? '');
    await expect(page).toHaveURL(/\/oak-and-iron\/site-setup$/);
  });

  await test.step('a visitor sees a notification', async () => {
    await visitor.goto('/');
    const script = visitor.locator(SCRIPT);
    await expect(script).toHaveCount(1);
    const attributes = await script.evaluate((element) =>
      Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    );
    expect(attributes).toEqual({
      async: '',
      id: 'proofbell-js',
      src: `${backend}/widget.js`,
      'data-site-id': api.siteId,
      'data-server': backend,
      'data-cfasync': 'false',
      'data-no-optimize': '1',
      'data-no-defer': '1',
      nowprocket: '',
    });
    await expect(visitor.locator('proofbell-widget .notice')).toContainText('Oak desks are back');
  });

  await test.step('nobody who edits or reads elsewhere gets the script', async () => {
    const withScript = async (path: string) => (await (await admin.request.get(path)).text()).includes('/widget.js');
    expect(await withScript('/')).toBe(true);
    const post = wordpress.evaluate<number>(
      "return wp_insert_post(array('post_title' => 'Draft', 'post_content' => 'Soon', 'post_status' => 'draft'));",
    );
    const without = [
      '/wp-admin/',
      SETTINGS,
      '/wp-login.php',
      '/?feed=rss2',
      '/?p=1&embed=true',
      `/?p=${post}&preview=true`,
      '/?customize_changeset_uuid=01981c6e-7b1f-4c3a-9000-000000000000&customize_theme=plain&customize_messenger_channel=preview-0',
      '/?elementor-preview=1',
      '/?et_fb=1',
      '/?fl_builder',
      '/?bricks=run',
      '/?ct_builder=true',
    ];
    for (const path of without) expect([path, await withScript(path)]).toEqual([path, false]);
    const asAmp = 'function amp_is_request() { return true; } return proofbell_is_for_visitors();';
    expect(wordpress.evaluate(asAmp)).toBe(false);
  });

  await test.step('optimizers are told by their own filters', async () => {
    const filtered = (filter: string, given: unknown) =>
      wordpress.evaluate(`return apply_filters('${filter}', json_decode('${JSON.stringify(given)}', true));`);
    const address = `${new URL(backend).host}/widget.js`;
    for (const filter of [
      'rocket_exclude_js',
      'rocket_exclude_defer_js',
      'rocket_delay_js_exclusions',
      'rocket_minify_excluded_external_js',
      'litespeed_optimize_js_excludes',
      'litespeed_optm_js_defer_exc',
      'litespeed_optm_gm_js_exc',
      'perfmatters_minify_js_exclusions',
      'perfmatters_defer_js_exclusions',
      'perfmatters_delay_js_exclusions',
    ]) {
      expect([filter, filtered(filter, ['jquery.js'])]).toEqual([filter, ['jquery.js', address]]);
    }
    expect(filtered('autoptimize_filter_js_exclude', 'jquery.js')).toBe(`jquery.js, ${address}`);
    expect(filtered('autoptimize_filter_js_exclude', '')).toBe(address);
    expect(filtered('autoptimize_filter_js_exclude', { 'jquery.js': '' })).toEqual({ 'jquery.js': '', [address]: '' });
    for (const filter of ['sgo_js_minify_exclude', 'sgo_js_async_exclude', 'sgo_javascript_combine_exclude']) {
      expect([filter, filtered(filter, ['jquery'])]).toEqual([filter, ['jquery', 'proofbell']]);
    }
    const hosts = filtered('sgo_javascript_combine_excluded_external_paths', ['cdn.example']);
    expect(hosts).toEqual(['cdn.example', new URL(backend).host]);
  });

  await test.step('without a nonce, or the right to, nobody changes anything', async () => {
    const form = { option_page: 'proofbell', action: 'update', 'proofbell[server]': 'https://evil.example' };
    const forged = await admin.request.post('/wp-admin/options.php', { form });
    expect(forged.status()).toBe(403);
    wordpress.evaluate("return wp_create_user('reader', 'correct horse', 'reader@shop.example');");
    const reader = await open(browser, wordpress, { name: 'reader', password: ADMIN.password });
    expect((await reader.goto(SETTINGS))?.status()).toBe(403);
    expect(wordpress.evaluate("return get_option('proofbell')['server'];")).toBe(backend);
    await reader.context().close();
  });

  await test.step('a shop is offered its consent', async () => {
    await admin.goto(SETTINGS);
    await expect(admin.getByRole('link', { name: 'Connect WooCommerce' })).toHaveCount(0);
    const shown = wordpress.evaluate<string>(
      'class WooCommerce {} ob_start(); proofbell_show_shop(proofbell_settings()); return ob_get_clean();',
    );
    const address = `${backend}/${api.siteId}/sources?connect=woocommerce&shop=${encodeURIComponent(wordpress.origin)}`;
    expect(shown).toContain(`href="${address.replace('&', '&#038;')}"`);
    await page.goto(address);
    await expect(page).toHaveURL(/\/oak-and-iron\/sources\?connect=woocommerce&shop=http/);
  });

  await test.step('an order keeps the arm of its buyer, by both checkouts, and no other text', async () => {
    const shown = async (path: string) => (await (await admin.request.get(path)).text()).includes('proofbell_arm');
    expect([await shown('/'), await shown('/?checkout=classic')]).toEqual([false, false]);
    await admin.goto('/wp-admin/plugins.php');
    await admin.getByRole('link', { name: 'Activate Shop' }).click();
    await expect(admin.getByText('Plugin activated.')).toBeVisible();
    expect([await shown('/'), await shown('/?checkout=classic')]).toEqual([false, true]);
    for (const checkout of ['classic', 'block'])
      for (const [arm, kept] of [
        ['pb-k3j7x2ab-0', { proofbell_arm: 'pb-k3j7x2ab-0' }],
        ['pb-k3j7x2ab-9', []],
        ['pb-k3j7x2ab-1', { proofbell_arm: 'pb-k3j7x2ab-1' }],
        ['', []],
      ] as const) {
        await visitor.goto(`/?checkout=${checkout}`);
        await visitor.evaluate((answer) => {
          Object.assign(window, { Proofbell: { arm: () => answer } });
        }, arm);
        await Promise.all([visitor.waitForNavigation(), visitor.getByRole('button', { name: 'Place order' }).click()]);
        expect([checkout, arm, wordpress.evaluate("return get_option('shop_order');")]).toEqual([checkout, arm, kept]);
      }
    const extended = "return array($GLOBALS['shop_extended']['endpoint'], $GLOBALS['shop_extended']['namespace']);";
    expect(wordpress.evaluate(extended)).toEqual(['checkout', 'proofbell']);
    await admin.getByRole('link', { name: 'Deactivate Shop' }).click();
    await expect(admin.getByText('Plugin deactivated.')).toBeVisible();
  });

  await test.step('removed, with all that it stored', async () => {
    await admin.goto('/wp-admin/plugins.php');
    await admin.getByRole('link', { name: 'Deactivate Proofbell' }).click();
    await expect(admin.getByText('Plugin deactivated.')).toBeVisible();
    await visitor.goto('/');
    await expect(visitor.locator(SCRIPT)).toHaveCount(0);
    expect(wordpress.evaluate("return is_array(get_option('proofbell'));")).toBe(true);
    admin.on('dialog', (dialog) => dialog.accept());
    await admin.getByRole('link', { name: 'Delete Proofbell' }).click();
    await expect(admin.getByText('was successfully deleted')).toBeVisible();
    const left = wordpress.evaluate(
      'global $wpdb; return $wpdb->get_col("SELECT option_name FROM $wpdb->options WHERE option_name LIKE \'%proofbell%\'");',
    );
    expect(left).toEqual([]);
  });
  expect(wordpress.complaints().filter((line) => line.includes('plugins/proofbell'))).toEqual([]);
});
