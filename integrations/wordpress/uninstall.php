<?php
/**
 * Removes what the plugin stored, on every site of a network.
 *
 * @package Proofbell
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

if ( is_multisite() ) {
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $proofbell_site ) {
		delete_blog_option( $proofbell_site, 'proofbell' );
	}
} else {
	delete_option( 'proofbell' );
}
