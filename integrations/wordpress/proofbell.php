<?php
/**
 * Plugin Name:       Proofbell
 * Description:       Puts the notifications of your own Proofbell server on your site: one small script, kept out of the reach of optimizers.
 * Version:           1.1.0
 * Requires at least: 6.0
 * Requires PHP:      7.4
 * Author:            Proofbell
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       proofbell
 * Domain Path:       /languages
 *
 * Proofbell for WordPress is free software: you can redistribute it and modify it under the terms of the GNU General Public
 * License as published by the Free Software Foundation, version 2 or any later version. It comes without any warranty.
 *
 * @package Proofbell
 */

defined( 'ABSPATH' ) || exit;

/** The one option, the settings page, and the handle of the script. */
const PROOFBELL = 'proofbell';

/** The field of an order, by which Proofbell's server counts it for one of the two groups that it compares. */
const PROOFBELL_ARM = 'proofbell_arm';

/** Before an order is sent, writes what the widget answers into the classic form and into the data of the block. */
const PROOFBELL_PASS_ARM = <<<'JS'
( function () {
	function pass() {
		var arm = window.Proofbell && window.Proofbell.arm ? window.Proofbell.arm() : '';
		var form = document.querySelector( 'form.checkout' );
		var store = window.wp && window.wp.data && window.wp.data.dispatch( 'wc/store/checkout' );
		var set = store && ( store.setExtensionData || store.__internalSetExtensionData );
		if ( form ) {
			var field = form.querySelector( '[name=proofbell_arm]' ) || form.appendChild( document.createElement( 'input' ) );
			field.type = 'hidden';
			field.name = 'proofbell_arm';
			field.value = arm;
		}
		if ( set ) {
			set( 'proofbell', { arm: arm } );
		}
	}
	document.addEventListener( 'click', pass, true );
	document.addEventListener( 'submit', pass, true );
} )();
JS;

add_action( 'init', 'proofbell_load_texts' );
add_action( 'admin_init', 'proofbell_register_setting' );
add_action( 'admin_menu', 'proofbell_add_page' );
add_filter( 'plugin_action_links_' . plugin_basename( __FILE__ ), 'proofbell_add_settings_link' );
add_action( 'wp_enqueue_scripts', 'proofbell_enqueue' );
add_filter( 'script_loader_tag', 'proofbell_tag', 10, 2 );
add_action( 'plugins_loaded', 'proofbell_keep_from_optimizers' );
add_action( 'woocommerce_checkout_create_order', 'proofbell_take_from_form' );
add_action( 'woocommerce_blocks_loaded', 'proofbell_extend_checkout' );
add_action( 'woocommerce_store_api_checkout_update_order_from_request', 'proofbell_take_from_request', 10, 2 );

/** Loads translations, which may lie in the folder languages. */
function proofbell_load_texts() {
	load_plugin_textdomain( 'proofbell', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' );
}

/**
 * What the owner has set.
 *
 * @return array{server: string, site: string} The server's address without a slash at its end, and the site's id; empty where unset.
 */
function proofbell_settings() {
	$stored = get_option( PROOFBELL );
	return array_merge( array( 'server' => '', 'site' => '' ), is_array( $stored ) ? $stored : array() );
}

/**
 * Whether there is all that the tag needs.
 *
 * @return bool
 */
function proofbell_is_ready() {
	$settings = proofbell_settings();
	return '' !== $settings['server'] && '' !== $settings['site'];
}

/*
 * The front: one script tag.
 */

/**
 * Whether the page being made is one that visitors read: no editor's preview, no feed, and nothing that allows no scripts.
 *
 * @return bool
 */
function proofbell_is_for_visitors() {
	if ( is_admin() || is_feed() || is_embed() || is_robots() || is_preview() || is_customize_preview() ) {
		return false;
	}
	foreach ( array( 'amp_is_request', 'is_amp_endpoint' ) as $is_amp ) {
		if ( function_exists( $is_amp ) && $is_amp() ) {
			return false;
		}
	}
	// The frames in which page builders edit: Elementor, Divi, Beaver Builder, Bricks, Oxygen, WPBakery, Brizy, Thrive.
	$builders = array( 'elementor-preview', 'et_fb', 'fl_builder', 'bricks', 'ct_builder', 'vc_editable', 'brizy-edit-iframe', 'tve' );
	foreach ( $builders as $builder ) {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only looked for.
		if ( isset( $_GET[ $builder ] ) ) {
			return false;
		}
	}
	return true;
}

/** Asks WordPress to print the script at the end of the page. */
function proofbell_enqueue() {
	if ( proofbell_is_ready() && proofbell_is_for_visitors() ) {
		// Without a version: the server says itself for how long the file is good.
		wp_enqueue_script( PROOFBELL, proofbell_settings()['server'] . '/widget.js', array(), null, true ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters.MissingVersion
		if ( function_exists( 'is_checkout' ) && is_checkout() ) {
			// A handle of its own, because proofbell_tag() prints nothing around the widget's tag.
			wp_register_script( PROOFBELL_ARM, false, array(), '1.1.0', true );
			wp_enqueue_script( PROOFBELL_ARM );
			wp_add_inline_script( PROOFBELL_ARM, PROOFBELL_PASS_ARM );
		}
	}
}

/**
 * Prints our tag as Proofbell's snippet has it. By data-server the widget finds its server even where an optimizer has copied
 * the file; the attributes after it ask Cloudflare, LiteSpeed and WP Rocket to leave the tag alone.
 *
 * @param string $tag    As WordPress would print it.
 * @param string $handle Of which script.
 * @return string
 */
function proofbell_tag( $tag, $handle ) {
	if ( PROOFBELL !== $handle ) {
		return $tag;
	}
	$settings = proofbell_settings();
	return sprintf(
		// phpcs:ignore WordPress.WP.EnqueuedResources.NonEnqueuedScript -- It is enqueued; this is how it is printed.
		'<script async src="%s" id="proofbell-js" data-site-id="%s" data-server="%s" data-cfasync="false" data-no-optimize="1" data-no-defer="1" nowprocket></script>' . "\n",
		esc_url( $settings['server'] . '/widget.js' ),
		esc_attr( $settings['site'] ),
		esc_url( $settings['server'] )
	);
}

/** Tells optimizers by their own filters to leave the script as it is: combined or delayed, it finds no tag, or no visitor. */
function proofbell_keep_from_optimizers() {
	if ( ! proofbell_is_ready() ) {
		return;
	}
	$address = preg_replace( '~^https?://~', '', proofbell_settings()['server'] ) . '/widget.js';
	$lists   = array(
		// What the address contains, or a pattern of it.
		$address                          => array(
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
			'autoptimize_filter_js_exclude',
		),
		// The host.
		strtok( $address, '/' )           => array( 'sgo_javascript_combine_excluded_external_paths' ),
		// The handle.
		PROOFBELL                         => array(
			'sgo_js_minify_exclude',
			'sgo_js_async_exclude',
			'sgo_javascript_combine_exclude',
		),
	);
	foreach ( $lists as $entry => $filters ) {
		foreach ( $filters as $filter ) {
			add_filter(
				$filter,
				static function ( $excluded ) use ( $entry, $filter ) {
					return proofbell_exclude( $excluded, $entry, $filter );
				}
			);
		}
	}
}

/**
 * Adds our script to what an optimizer leaves out.
 *
 * @param array|string $excluded What it leaves out so far.
 * @param string       $entry    What is added.
 * @param string       $filter   Whose list it is: Autoptimize has a text with commas, or what is left out as keys.
 * @return array|string
 */
function proofbell_exclude( $excluded, $entry, $filter ) {
	if ( 'autoptimize_filter_js_exclude' !== $filter ) {
		return array_merge( (array) $excluded, array( $entry ) );
	}
	if ( is_array( $excluded ) ) {
		return $excluded + array( $entry => '' );
	}
	return '' === trim( (string) $excluded ) ? $entry : $excluded . ', ' . $entry;
}

/*
 * Orders: which of the two groups their buyer's browser is in. It says nothing about the buyer.
 */

/**
 * Keeps the arm with an order, or takes an earlier one away.
 *
 * @param WC_Order $order That is about to be saved.
 * @param mixed    $arm   As the browser sent it; anything but an arm is nothing.
 */
function proofbell_keep( $order, $arm ) {
	if ( is_string( $arm ) && preg_match( '/^pb-[a-z2-7]{8}-[0-4]$/D', $arm ) ) {
		$order->update_meta_data( PROOFBELL_ARM, $arm );
	} else {
		$order->delete_meta_data( PROOFBELL_ARM );
	}
}

/**
 * Takes the arm from the classic checkout's form.
 *
 * @param WC_Order $order That it makes.
 */
function proofbell_take_from_form( $order ) {
	// phpcs:ignore WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput -- WooCommerce has checked the nonce, and proofbell_keep() the value.
	proofbell_keep( $order, isset( $_POST[ PROOFBELL_ARM ] ) ? $_POST[ PROOFBELL_ARM ] : '' );
}

/** Tells WooCommerce that its checkout block sends an arm, which it would drop otherwise. */
function proofbell_extend_checkout() {
	if ( ! function_exists( 'woocommerce_store_api_register_endpoint_data' ) ) {
		return;
	}
	woocommerce_store_api_register_endpoint_data(
		array(
			'endpoint'        => 'checkout',
			'namespace'       => PROOFBELL,
			'schema_callback' => static function () {
				return array(
					'arm' => array(
						'description' => __( "The group of the buyer's browser, or nothing.", 'proofbell' ),
						'type'        => array( 'string', 'null' ),
						'context'     => array(),
						// No order is refused for it: proofbell_keep() looks at it.
						'arg_options' => array(
							'validate_callback' => '__return_true',
							'sanitize_callback' => static function ( $arm ) {
								return $arm;
							},
						),
					),
				);
			},
		)
	);
}

/**
 * Takes the arm from the checkout block's request.
 *
 * @param WC_Order        $order   That it makes.
 * @param WP_REST_Request $request With what the block sent.
 */
function proofbell_take_from_request( $order, $request ) {
	$extensions = $request['extensions'];
	proofbell_keep( $order, isset( $extensions[ PROOFBELL ]['arm'] ) ? $extensions[ PROOFBELL ]['arm'] : '' );
}

/*
 * The settings page.
 */

/** Lets WordPress store the option: its own page for that checks the nonce and who may. */
function proofbell_register_setting() {
	register_setting(
		PROOFBELL,
		PROOFBELL,
		array(
			'type'              => 'object',
			'sanitize_callback' => 'proofbell_sanitize',
			'show_in_rest'      => false,
		)
	);
}

/**
 * Checks what the owner has typed. Either field also takes the whole snippet.
 *
 * @param mixed $input From the form.
 * @return array{server: string, site: string} What is stored: what was stored before, where a field is wrong.
 */
function proofbell_sanitize( $input ) {
	$before = proofbell_settings();
	$typed  = static function ( $name ) use ( $input ) {
		return is_array( $input ) && isset( $input[ $name ] ) && is_string( $input[ $name ] ) ? trim( $input[ $name ] ) : '';
	};
	$server = $typed( 'server' );
	$site   = $typed( 'site' );
	foreach ( array( $server, $site ) as $text ) {
		if ( preg_match( '~<script\b[^>]*\bsrc="([^"]*)/widget[\w-]*\.js[^>]*\b(?:data-site-id="|siteId=)([\w-]+)~i', $text, $found ) ) {
			$server = $found[1];
			$site   = $found[2];
		}
	}
	$server = untrailingslashit( preg_replace( '~/widget[\w-]*\.js.*$~', '', $server ) );
	if ( '' !== $server && ! preg_match( '~^https?://~i', $server ) ) {
		$server = 'https://' . $server;
	}
	$site = strtolower( $site );
	if ( '' !== $server && ! preg_match( '~^https?://(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?(?:/[\w.-]+)*$~i', $server ) ) {
		add_settings_error( PROOFBELL, 'server', __( 'Server: enter an address such as https://proofbell.example.com.', 'proofbell' ) );
		$server = $before['server'];
	}
	if ( '' !== $site && ! preg_match( '~^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$~', $site ) ) {
		add_settings_error( PROOFBELL, 'site', __( 'Site: paste the snippet, or the site ID in it.', 'proofbell' ) );
		$site = $before['site'];
	}
	return array( 'server' => $server, 'site' => $site );
}

/** Adds the page to the menu Settings. */
function proofbell_add_page() {
	add_options_page( 'Proofbell', 'Proofbell', 'manage_options', PROOFBELL, 'proofbell_show_page' );
}

/**
 * Adds a link to the page in the list of plugins.
 *
 * @param string[] $links As HTML.
 * @return string[]
 */
function proofbell_add_settings_link( $links ) {
	$link = sprintf( '<a href="%s">%s</a>', esc_url( admin_url( 'options-general.php?page=' . PROOFBELL ) ), esc_html__( 'Settings', 'proofbell' ) );
	return array_merge( array( $link ), $links );
}

/** Prints the page. */
function proofbell_show_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$settings = proofbell_settings();
	echo '<div class="wrap"><h1>Proofbell</h1>';
	proofbell_show_state( $settings );
	echo '<form method="post" action="options.php">';
	settings_fields( PROOFBELL );
	echo '<table class="form-table" role="presentation">';
	proofbell_show_field( 'server', __( 'Server', 'proofbell' ), $settings['server'], 'https://proofbell.example.com', __( 'The address at which you open Proofbell.', 'proofbell' ) );
	proofbell_show_field( 'site', __( 'Site', 'proofbell' ), $settings['site'], '', __( "Paste the snippet from your site's page Site Setup, or the site ID in it. The snippet fills in the server, too.", 'proofbell' ) );
	echo '</table>';
	submit_button();
	echo '</form>';
	proofbell_show_shop( $settings );
	echo '</div>';
}

/**
 * Prints one field of the form.
 *
 * @param string $name    In the option.
 * @param string $label   What it is called.
 * @param string $value   What is stored.
 * @param string $example What is shown while it is empty.
 * @param string $help    What to enter.
 */
function proofbell_show_field( $name, $label, $value, $example, $help ) {
	printf(
		'<tr><th scope="row"><label for="proofbell-%1$s">%2$s</label></th><td><input type="text" class="regular-text code" id="proofbell-%1$s" name="proofbell[%1$s]" value="%3$s" placeholder="%4$s" aria-describedby="proofbell-%1$s-help" autocomplete="off" spellcheck="false"><p class="description" id="proofbell-%1$s-help">%5$s</p></td></tr>',
		esc_attr( $name ),
		esc_html( $label ),
		esc_attr( $value ),
		esc_attr( $example ),
		esc_html( $help )
	);
}

/**
 * Prints whether the site is connected, and where in Proofbell to go on.
 *
 * @param array{server: string, site: string} $settings What is stored.
 */
function proofbell_show_state( $settings ) {
	if ( '' === $settings['server'] ) {
		printf( '<p>%s</p>', esc_html__( 'Show your visitors what really happens in your shop. Enter the address of your Proofbell server, or paste the snippet of your site.', 'proofbell' ) );
		return;
	}
	if ( '' === $settings['site'] ) {
		printf(
			'<p>%s</p><p><a class="button button-primary" href="%s" target="_blank" rel="noopener">%s</a></p>',
			esc_html__( 'Next: open Proofbell, choose your site, and copy the snippet from Site Setup. Then paste it here.', 'proofbell' ),
			esc_url( $settings['server'] . '/dashboard' ),
			esc_html__( 'Connect', 'proofbell' )
		);
		return;
	}
	$issue = proofbell_issue( $settings );
	printf(
		'<div class="notice notice-%s inline"><p>%s</p></div><p><a href="%s" target="_blank" rel="noopener">%s</a></p>',
		'' === $issue ? 'success' : 'error',
		esc_html( '' === $issue ? __( 'Connected. Visitors get your notifications.', 'proofbell' ) : $issue ),
		esc_url( $settings['server'] . '/' . $settings['site'] . '/site-setup' ),
		esc_html__( 'Open the site in Proofbell', 'proofbell' )
	);
}

/**
 * Asks the server for what visitors' browsers ask for.
 *
 * @param array{server: string, site: string} $settings What is stored.
 * @return string What is wrong and what to do; empty if nothing is.
 */
function proofbell_issue( $settings ) {
	$home   = wp_parse_url( home_url() );
	$origin = $home['scheme'] . '://' . $home['host'] . ( isset( $home['port'] ) ? ':' . $home['port'] : '' );
	$answer = wp_remote_get(
		$settings['server'] . '/api/embed/' . $settings['site'] . '?v=2',
		array(
			'timeout' => 5,
			'headers' => array( 'Origin' => $origin ),
		)
	);
	$status = wp_remote_retrieve_response_code( $answer );
	if ( 200 === $status && null !== json_decode( wp_remote_retrieve_body( $answer ) ) ) {
		return '';
	}
	if ( 404 === $status ) {
		return __( 'The server knows no such site. Copy the snippet from Site Setup again.', 'proofbell' );
	}
	if ( 403 === $status ) {
		/* translators: %s: a domain, such as shop.example. */
		return sprintf( __( "The site's list of domains doesn't have %s. Add it on Site Setup in Proofbell.", 'proofbell' ), $home['host'] );
	}
	$reason = is_wp_error( $answer ) ? $answer->get_error_message() : $status;
	/* translators: 1: the server's address, 2: a reason or a number. */
	return sprintf( __( "WordPress can't reach Proofbell at %1\$s (%2\$s). Visitors' browsers may still be able to.", 'proofbell' ), $settings['server'], $reason );
}

/**
 * Offers the shop's consent, if there is a shop: Proofbell's own page asks for it.
 *
 * @param array{server: string, site: string} $settings What is stored.
 */
function proofbell_show_shop( $settings ) {
	if ( ! class_exists( 'WooCommerce' ) || ! proofbell_is_ready() ) {
		return;
	}
	$connect = add_query_arg(
		array(
			'connect' => 'woocommerce',
			'shop'    => rawurlencode( home_url() ),
		),
		$settings['server'] . '/' . $settings['site'] . '/sources'
	);
	printf(
		'<h2>%s</h2><p>%s</p><p><a class="button" href="%s" target="_blank" rel="noopener">%s</a></p>',
		esc_html__( 'Real orders', 'proofbell' ),
		esc_html__( "Proofbell asks your shop for its consent, and then shows your visitors the shop's real orders: a first name, a place, a product. A refund removes them.", 'proofbell' ),
		esc_url( $connect ),
		esc_html__( 'Connect WooCommerce', 'proofbell' )
	);
}
